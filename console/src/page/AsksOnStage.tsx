import type { AskSession } from '@companion/contract/staff/askQueue';
import { noticeDone } from '../api/notices.ts';
import { entryOf, setKnown } from '../api/queryCache.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { ActionButton } from './ActionButton.tsx';
import styles from './AsksOnStage.module.css';

/** Whether the stage shows questions from the hall, and the button that shows those of the chosen session. */
export function AsksOnStage({ sessions, chosen }: { sessions: AskSession[]; chosen: string }) {
  const { send, isSending } = useStaffMutation('putAsksOnStage', ['getAskSessions', 'getPolls']);
  const staged = sessions.find(({ isOnStage }) => isOnStage);
  const session = sessions.find(({ contentId }) => contentId === chosen);
  const put = async ({ contentId, title }: AskSession, isOnStage: boolean) => {
    const answer = await send({ params: { contentId }, body: { isOnStage } });
    if (!answer) return;
    setKnown(entryOf('getAskSessions', {}), answer);
    noticeDone(isOnStage ? `The questions to ${title} are on stage.` : 'The questions are off the stage.');
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
