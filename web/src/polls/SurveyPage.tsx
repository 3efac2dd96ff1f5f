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
  /** The event's own words, as HTML; undefined until they have come. */
  text: string | undefined;
  /** The words are still to come: their place is held. */
  isTextLoading: boolean;
}

/** A greeting and the questions of one survey that this person has not answered (decision 035). */
export function SurveyPage({ campaignId, heading, text, isTextLoading }: SurveyPageProps) {
  return (
    <div className={styles.page}>
      <h1>{heading}</h1>
      {isTextLoading && <Skeleton lines={4} />}
      {text && <SafeHtml html={text} />}
      {/* They load beside the text, but wait for it, rather than be pushed down by it. */}
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
