import type { Migration } from 'kysely/migration';
import { initial } from './0001_initial.ts';
import { feedbackSharePasswords } from './0002_feedback_share_passwords.ts';
import { messages } from './0003_messages.ts';
import { attendees } from './0004_attendees.ts';
import { archive } from './0005_archive.ts';
import { calendar } from './0006_calendar.ts';
import { proofs } from './0007_proofs.ts';
import { knownDevices } from './0008_known_devices.ts';
import { growth } from './0010_growth.ts';
import { sessionLinks } from './0011_session_links.ts';
import { slidingLimits } from './0013_sliding_limits.ts';
import { pictures } from './0014_pictures.ts';
import { live } from './0016_live.ts';
import { polls } from './0017_polls.ts';
import { staff } from './0018_staff.ts';
import { answerApprovals } from './0019_answer_approvals.ts';
import { asks } from './0020_asks.ts';
import { hiddenResults } from './0021_hidden_results.ts';
import { itemFeedback } from './0022_item_feedback.ts';
import { lateAnswers } from './0023_late_answers.ts';
import { stageBoard } from './0026_stage_board.ts';
import { signedIn } from './0028_signed_in.ts';
import { expiredSummaryLinks } from './0029_expired_summary_links.ts';
import { asksByTime } from './0030_asks_by_time.ts';
import { registeredElsewhere } from './0031_registered_elsewhere.ts';
import { renamedTables } from './0032_renamed_tables.ts';

/** In order. A landed migration is never edited; a later one changes its tables. */
export const migrations: Record<string, Migration> = {
  '0001_initial': initial,
  '0002_feedback_share_passwords': feedbackSharePasswords,
  '0003_messages': messages,
  '0004_attendees': attendees,
  '0005_archive': archive,
  '0006_calendar': calendar,
  '0007_proofs': proofs,
  '0008_known_devices': knownDevices,
  '0010_growth': growth,
  '0011_session_links': sessionLinks,
  '0013_sliding_limits': slidingLimits,
  '0014_pictures': pictures,
  '0016_live': live,
  '0017_polls': polls,
  '0018_staff': staff,
  '0019_answer_approvals': answerApprovals,
  '0020_asks': asks,
  '0021_hidden_results': hiddenResults,
  '0022_item_feedback': itemFeedback,
  '0023_late_answers': lateAnswers,
  '0026_stage_board': stageBoard,
  '0028_signed_in': signedIn,
  '0029_expired_summary_links': expiredSummaryLinks,
  '0030_asks_by_time': asksByTime,
  '0031_registered_elsewhere': registeredElsewhere,
  '0032_renamed_tables': renamedTables,
};
