import { DashboardPage } from '../agenda/DashboardPage.tsx';
import { SurveyInvitation } from '../agenda/SurveyInvitation.tsx';
import { useGetQuestionsQuery } from '../api/readApi.ts';
import { PhoneConfirmation } from '../forms/PhoneConfirmation.tsx';
import { useQuestions } from '../page/useLists.ts';
import { paths } from '../paths.ts';
import { LivePollCard } from '../polls/LivePollCard.tsx';
import { waitingPolls } from '../polls/surveys.ts';
import { isStaged, selectStage } from '../session/liveSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/** The dashboard with the poll and the invitations of other features, which the agenda does not know. */
export function HomePage() {
  return (
    <DashboardPage live={<LivePoll />}>
      <PollInvitation />
      <PhoneConfirmation mayWait reason="Your answers and questions count on stage once your number is confirmed." />
    </DashboardPage>
  );
}

/** The poll on stage, until the attendee has answered it. */
function LivePoll() {
  const stage = useAppSelector(selectStage);
  const { data = [] } = useGetQuestionsQuery();
  const question = data.find((one) => isStaged(stage, one));
  return question && !question.answered && <LivePollCard question={question} />;
}

/** Invites to the polls while one of them is open, besides that on stage. Hidden if the questions cannot be loaded. */
function PollInvitation() {
  const stage = useAppSelector(selectStage);
  const { data } = useQuestions();
  if (!data || waitingPolls(data).every((question) => isStaged(stage, question))) return null;
  return (
    <SurveyInvitation
      title="Let us hear your opinion"
      text="Some questions are open. Let us know what you think."
      to={paths.polls}
    />
  );
}
