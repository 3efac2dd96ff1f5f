import { POST_EVENT_CAMPAIGN } from '@companion/contract/constants';
import { useGetEventQuery } from '../api/eventApi.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { SurveyPage } from './SurveyPage.tsx';

/** Thanks the attendee and asks the post-event questions (§2). */
export function PosteventSurveyPage() {
  const firstName = useAppSelector(selectProfile)?.firstName;
  const { data: event, isLoading } = useGetEventQuery();
  return (
    <SurveyPage
      campaignId={POST_EVENT_CAMPAIGN}
      heading={firstName ? `Thank you, ${firstName}` : 'Thank you'}
      text={event?.thanks}
      isTextLoading={isLoading}
    />
  );
}
