import { DashboardPage } from '../agenda/DashboardPage.tsx';
import { PollInvitation } from './PollInvitation.tsx';

/** The dashboard with what waits for this person in other features, which the agenda itself does not know. */
export const HomePage = () => (
  <DashboardPage>
    <PollInvitation />
  </DashboardPage>
);
