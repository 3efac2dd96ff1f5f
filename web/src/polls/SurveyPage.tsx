import { SafeHtml } from '../page/SafeHtml.tsx';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AllAnswered } from './AllAnswered.tsx';
import { LoadedQuestions } from './LoadedQuestions.tsx';
import styles from './SurveyPage.module.css';
import { SurveyQuestions } from './SurveyQuestions.tsx';
import { surveyProgress } from './surveys.ts';
import { useFinishSurvey } from './useFinishSurvey.ts';

export interface SurveyPageProps {
  campaignId: string;
  heading: string;
  /** The event's text as HTML; undefined until it is loaded. */
  text: string | undefined;
  /** Shows a placeholder for the text. */
  isTextLoading: boolean;
}

/** A greeting and the open questions of one survey (decision 035). */
export function SurveyPage({ campaignId, heading, text, isTextLoading }: SurveyPageProps) {
  return (
    <div className={styles.page}>
      <h1>{heading}</h1>
      {isTextLoading && <Skeleton lines={4} />}
      {text && <SafeHtml html={text} />}
      {/* They load in parallel with the text, but stay hidden until it shows, so that it does not push them down. */}
      <div className={styles.questions} hidden={isTextLoading}>
        <LoadedQuestions>
          {(questions) => {
            const progress = surveyProgress(questions, campaignId);
            if (progress.unanswered.length > 0) return <SurveyQuestions {...progress} />;
            return <FinishedSurvey campaignId={campaignId} />;
          }}
        </LoadedQuestions>
      </div>
    </div>
  );
}

function FinishedSurvey({ campaignId }: { campaignId: string }) {
  const { finish, isBusy } = useFinishSurvey(campaignId);
  return (
    <AllAnswered
      action={
        <Button busy={isBusy} disabled={isBusy} onClick={finish}>
          Return to Dashboard
        </Button>
      }
    />
  );
}
