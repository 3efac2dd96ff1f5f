import { pathOf } from '@companion/contract/defineCall';
import { exportPollResults, type Poll } from '@companion/contract/staff/polls';

/** The address of the results as CSV; the browser sends the session's cookie with it. */
export const exportAddress = ({ campaignId, id: questionId }: Poll): string =>
  `/api/staff${pathOf(exportPollResults, { campaignId, questionId })}`;
