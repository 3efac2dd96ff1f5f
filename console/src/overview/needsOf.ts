import type { StaffRole } from '@companion/contract/defineCall';
import type { Overview } from '@companion/contract/staff/overview';
import { countText } from '../page/countText.ts';
import { dayTimeText } from '../page/timeText.ts';
import { paths } from '../paths.ts';

/** Something that a member of the staff looks after. */
export interface Need {
  id: string;
  /** How it is. */
  text: string;
  /** Whether someone has to act. */
  isDue: boolean;
  /** Where one acts. */
  path: string;
  /** What one does there. */
  action: string;
}

/** What the staff looks after, always in this order, so that nothing moves when something becomes due. */
export function needsOf(overview: Overview, role: StaffRole): Need[] {
  const { questionsWaiting, textsToApprove, stageScreens, messagesFailed, lastBackupAt, isBackupOld } = overview;
  const [text] = textsToApprove;
  return [
    {
      id: 'questions',
      isDue: questionsWaiting > 0,
      text: questionsWaiting > 0 ? `${countText(questionsWaiting, 'question')} from the hall` : 'No question waits',
      path: questionsWaiting > 0 ? `${paths.questions}?state=pending` : paths.questions,
      action: 'Moderate',
    },
    {
      id: 'texts',
      isDue: text !== undefined,
      text: text ? `${countText(text.texts, 'text')} for “${text.question}”` : 'No text to approve',
      path: text ? paths.poll(text.campaignId, text.questionId) : paths.polls,
      action: text ? 'Approve' : 'Polls',
    },
    {
      id: 'screens',
      isDue: stageScreens === 0,
      text:
        stageScreens === 0 ? 'No stage screen is connected' : `${countText(stageScreens, 'stage screen')} connected`,
      path: paths.stageScreens,
      action: stageScreens === 0 ? 'Connect one' : 'Stage screens',
    },
    {
      id: 'messages',
      isDue: messagesFailed > 0,
      text: messagesFailed > 0 ? `${countText(messagesFailed, 'message')} failed` : 'No message failed',
      path: paths.server,
      action: messagesFailed > 0 ? 'See why' : 'Messages',
    },
    {
      id: 'backup',
      // A host cannot have one made while the hall waits.
      isDue: isBackupOld && role !== 'host',
      text: lastBackupAt ? `Last backup ${dayTimeText(lastBackupAt)}` : 'No backup yet',
      path: paths.server,
      action: isBackupOld && role !== 'host' ? 'Have one made' : 'Backups',
    },
  ];
}
