import type { AudienceQuestionSession } from '@companion/contract/staff/audienceQuestionQueue';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { showAnswer } from '../api/store.ts';
import { RowButton } from '../page/ActionButton.tsx';
import styles from './AudienceQuestionsOnStage.module.css';

/** Whether the stage shows questions from the hall, and the button that shows those of the chosen session. */
export function AudienceQuestionsOnStage({
  sessions,
  chosen,
}: {
  sessions: AudienceQuestionSession[];
  chosen: string;
}) {
  const { send, isSending } = useStaffMutation(
    'putAudienceQuestionsOnStage',
    ['getAudienceQuestionSessions', 'getPolls'],
    { show: (answer) => showAnswer('getAudienceQuestionSessions', {}, () => answer) },
  );
  const staged = sessions.find(({ isOnStage }) => isOnStage);
  const session = sessions.find(({ contentId }) => contentId === chosen);
  const put = ({ contentId, title }: AudienceQuestionSession, isOnStage: boolean) =>
    send(
      { contentId, isOnStage },
      isOnStage ? `The questions to ${title} are on stage.` : 'The questions are off the stage.',
    );
  return (
    <div className={styles.stage}>
      {staged && (
        <p className="written">
          On stage: the questions to <b>{staged.title}</b>
        </p>
      )}
      <div className={styles.buttons}>
        {(!staged || staged !== session) && (
          <RowButton
            busy={isSending}
            unavailable={session ? undefined : 'Choose a session first.'}
            onPress={() => session && void put(session, true)}
          >
            Show its questions on stage
          </RowButton>
        )}
        {staged && (
          <RowButton busy={isSending} onPress={() => void put(staged, false)}>
            Take them off the stage
          </RowButton>
        )}
      </div>
    </div>
  );
}
