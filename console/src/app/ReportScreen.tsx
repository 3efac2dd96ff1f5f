import { useSearch } from '../page/useSearch.ts';
import { ReportPage } from '../polls/ReportPage.tsx';
import { EventReportPage } from './EventReportPage.tsx';

/** The report of the event, or of one question or campaign of it. */
export function ReportScreen() {
  const [{ campaignId, questionId }] = useSearch<'campaignId' | 'questionId'>();
  return campaignId ? <ReportPage campaignId={campaignId} questionId={questionId} /> : <EventReportPage />;
}
