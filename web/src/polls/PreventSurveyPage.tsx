import { PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import { useGetEventQuery } from '../api/eventApi.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { SurveyPage } from './SurveyPage.tsx';

/** Welcomes the attendee after registration and asks the pre-event questions (§2). */
export function PreventSurveyPage() {
  const firstName = useAppSelector(selectProfile)?.firstName;
  const { data: event, isLoading } = useGetEventQuery();
  return (
    <SurveyPage
      campaignId={PRE_EVENT_CAMPAIGN}
      heading={firstName ? `Welcome, ${firstName}` : 'Welcome'}
      text={event?.welcome}
      isTextLoading={isLoading}
    />
  );
}
