import { isolated } from '@companion/contract/isolated';
import { skipToken } from '@reduxjs/toolkit/query/react';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useGetEventQuery } from '../api/eventApi.ts';
import { useGetAccountQuery } from '../api/readApi.ts';
import { formatDay } from '../formatTime.ts';
import { AsOf } from '../page/AsOf.tsx';
import { useContent } from '../page/useLists.ts';
import { paths } from '../paths.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { softHyphens } from '../ui/softHyphens.ts';
import styles from './DashboardPage.module.css';
import { LoadingCards, NOW_AND_NEXT } from './LoadingCards.tsx';
import { NowAndNext } from './NowAndNext.tsx';
import { SurveyInvitation } from './SurveyInvitation.tsx';
import { useNow } from './useNow.ts';

export interface DashboardPageProps {
  /** What happens now and waits for nobody: the first card. */
  live?: ReactNode;
  /** The invitations of other features. */
  children?: ReactNode;
}

/** Home (§2): the poll on stage, what is on now, what is next, then what the attendee still has to do. */
export function DashboardPage({ live, children }: DashboardPageProps) {
  const profile = useAppSelector(selectProfile);
  // The stored profile may be outdated: only the account shows whether registration is incomplete (§2).
  const lookup = useGetAccountQuery(profile && !profile.registrationComplete ? { id: profile.id } : skipToken);
  const agenda = useContent();
  const event = useGetEventQuery();
  // Anything below the cards waits for them, and for the event's end, so that it does not move.
  const isLoading = lookup.isLoading || event.isLoading || (agenda.isLoading && !agenda.error);
  const eventEnd = Date.parse(event.data?.endDate ?? '');
  const now = useNow((instant) => (eventEnd > instant ? eventEnd : undefined));

  if (lookup.data?.registrationComplete === false) return <Navigate replace to={paths.completeRegistration} />;
  return (
    <div className={styles.page}>
      <header>
        <p className={styles.date} data-live>
          {formatDay(now)}
        </p>
        <h1>{profile?.firstName ? `Hello, ${softHyphens(isolated(profile.firstName))}` : 'Hello'}</h1>
        <AsOf query={agenda} />
      </header>
      {live}
      {lookup.isLoading ? <LoadingCards lines={NOW_AND_NEXT} /> : <NowAndNext />}
      {!isLoading && profile?.postEventComplete === false && now >= eventEnd && (
        <SurveyInvitation
          title="Post-event survey"
          text="The event is over. Let us know how it went for you."
          to={paths.posteventSurvey}
        />
      )}
      {!isLoading && profile?.preEventComplete === false && (
        <SurveyInvitation
          title="Pre-event survey"
          text="Let us know what you hope to take home from the event."
          to={paths.preventSurvey}
        />
      )}
      {!isLoading && children}
    </div>
  );
}
