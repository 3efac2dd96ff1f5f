import type { AudienceQuestionSession } from '@companion/contract/staff/audienceQuestionQueue';
import { showAnswer } from '../api/readAgain.ts';
import { store } from '../api/store.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { ActionButton } from './ActionButton.tsx';
import styles from './AudienceQuestionsOnStage.module.css';

/** Whether the stage shows questions from the hall, and the button that shows those of the chosen session. */
export function AudienceQuestionsOnStage({
  sessions,
  chosen,
}: {
  sessions: AudienceQuestionSession[];
  chosen: string;
}) {
  const { send, isSending } = useStaffMutation('putAudienceQuestionsOnStage', [
    'getAudienceQuestionSessions',
    'getPolls',
  ]);
  const staged = sessions.find(({ isOnStage }) => isOnStage);
  const session = sessions.find(({ contentId }) => contentId === chosen);
  const put = async ({ contentId, title }: AudienceQuestionSession, isOnStage: boolean) => {
    const answer = await send({ contentId, isOnStage });
    if (!answer) return;
    void store.dispatch(showAnswer('getAudienceQuestionSessions', {}, () => answer));
    toastDone(isOnStage ? `The questions to ${title} are on stage.` : 'The questions are off the stage.');
  };
  return (
    <div className={styles.stage}>
      {staged && (
        <p className="written">
          On stage: the questions to <b>{staged.title}</b>
        </p>
      )}
      <div className={styles.buttons}>
        {(!staged || staged !== session) && (
          <ActionButton
            size="small"
            busy={isSending}
            unavailable={session ? undefined : 'Choose a session first.'}
            onPress={() => session && void put(session, true)}
          >
            Show its questions on stage
          </ActionButton>
        )}
        {staged && (
          <ActionButton variant="secondary" size="small" busy={isSending} onPress={() => void put(staged, false)}>
            Take them off the stage
          </ActionButton>
        )}
      </div>
    </div>
  );
}
