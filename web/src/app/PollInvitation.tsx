import { SurveyInvitation } from '../agenda/SurveyInvitation.tsx';
import { useGetQuestionsQuery } from '../api/questionApi.ts';
import { paths } from '../paths.ts';
import { waitingPolls } from '../polls/surveys.ts';

/** Invites to the polls while one of them waits for an answer. Without the network it is just not there. */
export function PollInvitation() {
  const { data } = useGetQuestionsQuery(undefined, { refetchOnFocus: true, refetchOnReconnect: true });
  if (!data || waitingPolls(data).length === 0) return null;
  return (
    <SurveyInvitation
      title="Let us hear your opinion"
      text="There are open questions from the stage. Tell us what you think."
      to={paths.polls}
    />
  );
}
