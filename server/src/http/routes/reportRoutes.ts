import { exportReport, getReport } from '@companion/contract/staff/reports';
import { writeReportCsv } from '../../archive/writeResultsCsv.ts';
import { getEvent } from '../../event/eventQueries.ts';
import { transact } from '../../platform/transact.ts';
import { maySee } from '../../questions/pollState.ts';
import { listReported, readReport } from '../../questions/readReport.ts';
import type { Api } from '../handle.ts';
import { handleStaff } from '../handleStaff.ts';
import { sendAsCsv } from '../sendAsCsv.ts';

/** The results of several questions, to read, to print and to take away. */
export function reportRoutes(api: Api): void {
  const { services } = api;
  const { db, now } = services;

  handleStaff(api, getReport, async ({ query }) => {
    const { name: eventName } = await getEvent(db);
    return { results: { eventName, ...(await readReport(db, query, now())) } };
  });

  handleStaff(api, exportReport, async ({ query, reply, audit }) => {
    const polls = await listReported(db, query, now());
    const name = [query.campaignId ?? 'all results', query.questionId].filter(Boolean).join(' ');
    await transact(services, (tx) => audit(tx, { entity: 'report', entityId: name }));
    sendAsCsv(reply, name);
    return writeReportCsv(
      db,
      polls.filter(({ shownTo }) => maySee(shownTo, 'staff')),
    );
  });
}
