import type { ReactNode } from 'react';
import { useGetQuestionsQuery } from '../api/questionApi.ts';
import { SafeHtml } from '../SafeHtml.tsx';
import { Button } from '../ui/Button.tsx';
import { AlertIcon, CheckIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
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

/** A greeting and the questions of one survey that this person has not answered (decisions, Screens). */
export function SurveyPage({ campaignId, heading, text, isTextLoading }: SurveyPageProps) {
  return (
    <div className={styles.page}>
      <h1>{heading}</h1>
      {isTextLoading && <Skeleton lines={4} />}
      {text && <SafeHtml html={text} />}
      <Questions campaignId={campaignId} />
    </div>
  );
}

function Questions({ campaignId }: { campaignId: string }): ReactNode {
  const { data, isError, refetch } = useGetQuestionsQuery();
  const { finish, isBusy } = useFinishSurvey(campaignId, true);
  if (!data && isError) {
    return (
      <Message icon={<AlertIcon />} action={<Button onClick={refetch}>Try again</Button>}>
        <p>The questions could not be loaded.</p>
      </Message>
    );
  }
  if (!data) return <Skeleton lines={5} height="var(--touch)" />;
  const progress = surveyProgress(data, campaignId);
  if (progress.unanswered.length > 0) return <SurveyQuestions {...progress} />;
  return (
    <Message
      icon={<CheckIcon />}
      action={
        <Button busy={isBusy} disabled={isBusy} onClick={finish}>
          Return to Dashboard
        </Button>
      }
    >
      <p>You have answered all the questions. Thank you!</p>
    </Message>
  );
}
