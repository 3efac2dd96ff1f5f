import { DashboardPage } from '../agenda/DashboardPage.tsx';
import { PollInvitation } from './PollInvitation.tsx';

/** The dashboard with the invitations of other features, which the agenda does not know. */
export const HomePage = () => (
  <DashboardPage>
    <PollInvitation />
  </DashboardPage>
);
