import type { Question } from '@companion/contract/question';
import type { ReactNode } from 'react';
import { useGetQuestionsQuery } from '../api/readApi.ts';
import { AsOf } from '../page/AsOf.tsx';
import { TryAgain } from '../page/TryAgain.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { WaitingAnswers } from './WaitingAnswers.tsx';

/** Renders its children with all questions once they are loaded; until then a placeholder, or the error. */
export function LoadedQuestions({ children }: { children: (questions: readonly Question[]) => ReactNode }) {
  const query = useQuestions();
  const { data, error } = query;
  if (data) {
    return (
      <>
        <AsOf isRow query={query} />
        {children(data)}
        <WaitingAnswers />
      </>
    );
  }
  if (!error) return <Skeleton lines={5} shape="control" />;
  return (
    <Message icon={<AlertIcon />} action={<TryAgain query={query} />}>
      <p>The questions could not be loaded.</p>
    </Message>
  );
}

/** A poll may open at any moment, so an answer is shared only by the requests of one app start. */
const MAX_AGE_SECONDS = 5;

/**
 * All questions, fetched again by each screen that opens, when the page gets the focus, and when the network is back.
 */
export const useQuestions = () =>
  useGetQuestionsQuery(undefined, {
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: MAX_AGE_SECONDS,
  });
