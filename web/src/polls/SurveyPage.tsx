import { POST_EVENT_CAMPAIGN, PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import { isolated } from '@companion/contract/isolated';
import { Link } from 'react-router';
import { useGetEventQuery } from '../api/eventApi.ts';
import { SafeHtml } from '../page/SafeHtml.tsx';
import { paths } from '../paths.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { FinishButton } from './FinishButton.tsx';
import { LoadedQuestions } from './LoadedQuestions.tsx';
import { AllAnswered, QuestionList } from './QuestionList.tsx';
import { StageInvitation } from './StageInvitation.tsx';
import styles from './SurveyPage.module.css';
import { type SurveyProgress, surveyProgress } from './surveys.ts';

/** Welcomes the attendee after registration and asks the pre-event questions (§2). */
export const PreventSurveyPage = () => <SurveyPage campaignId={PRE_EVENT_CAMPAIGN} greeting="Welcome" text="welcome" />;

/** Thanks the attendee and asks the post-event questions (§2). */
export const PosteventSurveyPage = () => (
  <SurveyPage campaignId={POST_EVENT_CAMPAIGN} greeting="Thank you" text="thanks" />
);

interface SurveyPageProps {
  campaignId: string;
  /** Begins the heading; the attendee's name ends it. */
  greeting: string;
  /** Which of the event's texts it shows. */
  text: 'welcome' | 'thanks';
}

/** A greeting and the open questions of one survey (decision 035). */
function SurveyPage({ campaignId, greeting, text }: SurveyPageProps) {
  const firstName = useAppSelector(selectProfile)?.firstName;
  const { data: event, isLoading } = useGetEventQuery();
  const html = event?.[text];
  return (
    <div className={styles.page}>
      <h1>{firstName ? `${greeting}, ${isolated(firstName)}` : greeting}</h1>
      {campaignId === PRE_EVENT_CAMPAIGN && <StageInvitation />}
      {isLoading && <Skeleton lines={4} />}
      {html && <SafeHtml html={html} />}
      {/* They load in parallel with the text, but stay hidden until it shows, so that it does not push them down. */}
      <div className={styles.questions} hidden={isLoading}>
        <LoadedQuestions>
          {(questions) => {
            const progress = surveyProgress(questions, campaignId);
            if (progress.unanswered.length > 0) return <SurveyQuestions {...progress} />;
            return <AllAnswered action={<FinishButton campaignId={campaignId} />} />;
          }}
        </LoadedQuestions>
      </div>
    </div>
  );
}

/** The progress, a button to the first open question, and the list of all open questions. */
function SurveyQuestions({ total, answered, unanswered }: SurveyProgress) {
  const [first] = unanswered;
  const count = `${answered} of ${total}`;
  return (
    <>
      <div className={styles.progress}>
        <ProgressBar label="Questions answered" value={(100 * answered) / total} valueText={count} />
        <p className={styles.count}>{count} answered</p>
      </div>
      {first && (
        <Link to={paths.question(first.campaignId, first.id)} className={`${buttonClass()} ${styles.start}`}>
          {answered > 0 ? 'Continue the Survey' : 'Start the Survey'}
        </Link>
      )}
      <QuestionList questions={unanswered} />
    </>
  );
}
