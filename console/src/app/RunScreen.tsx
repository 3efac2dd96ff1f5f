import { SessionQuestions } from '../audienceQuestions/SessionQuestions.tsx';
import { RunPage } from '../polls/RunPage.tsx';

/** Polls, and the questions from the hall beside them: a host runs both from one screen. */
export const RunScreen = () => <RunPage audienceQuestions={<SessionQuestions />} />;
