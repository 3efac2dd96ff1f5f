import { exportReport, getReport } from '@companion/contract/staff/reports';
import { reportAsRows } from '../../archive/resultsAsRows.ts';
import { getEvent } from '../../event/eventQueries.ts';
import { maySee } from '../../polls/pollState.ts';
import { listReported, readReport } from '../../polls/readReport.ts';
import { type Api, handle } from '../handle.ts';
import { sendAsCsv } from '../sendAsCsv.ts';

/** The results of several questions, to read, to print and to take away. */
export function reportRoutes(api: Api): void {
  const { services } = api;
  const { db, now } = services;

  handle(api, getReport, async ({ query }) => {
    const { name: eventName } = await getEvent(db);
    return { results: { eventName, ...(await readReport(db, query, now())) } };
  });

  handle(api, exportReport, async (asked) => {
    const { campaignId = 'all results', questionId } = asked.query;
    const polls = await listReported(db, asked.query, now());
    const shown = polls.filter(({ shownTo }) => maySee(shownTo, 'staff'));
    const name = [campaignId, questionId].filter(Boolean).join(' ');
    return sendAsCsv(asked, { name, entity: 'report', entityId: name }, () => reportAsRows(db, shown));
  });
}
