import { lazy, Suspense } from 'react';
import { DashboardPage } from '../agenda/DashboardPage.tsx';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { loadLate } from './loadLate.ts';
import { PollInvitation } from './PollInvitation.tsx';

const RegistrationQuestion = lazy(() =>
  loadLate(() => import('../signin/RegistrationQuestion.tsx')).then((file) => ({ default: file.RegistrationQuestion })),
);

/** The dashboard with the question and the invitations of other features, which the agenda does not know. */
export function HomePage() {
  const profile = useAppSelector(selectProfile);
  return (
    <DashboardPage
      question={
        profile?.registeredElsewhere && (
          <Suspense>
            <RegistrationQuestion key={profile.id} id={profile.id} />
          </Suspense>
        )
      }
    >
      <PollInvitation />
    </DashboardPage>
  );
}
