import { SurveyInvitation } from '../agenda/SurveyInvitation.tsx';
import { paths } from '../paths.ts';
import { waitingPolls } from '../polls/surveys.ts';
import { useQuestions } from '../polls/useQuestions.ts';

/** Invites to the polls while one of them is open. Hidden if the questions cannot be loaded. */
export function PollInvitation() {
  const { data } = useQuestions();
  if (!data || waitingPolls(data).length === 0) return null;
  return (
    <SurveyInvitation
      title="Let us hear your opinion"
      text="Some questions are open. Let us know what you think."
      to={paths.polls}
    />
  );
}
