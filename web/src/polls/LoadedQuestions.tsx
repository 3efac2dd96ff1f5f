import type { Question } from '@companion/contract/question';
import type { ReactNode } from 'react';
import { AsOf } from '../page/AsOf.tsx';
import { TryAgain } from '../page/TryAgain.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useQuestions } from './useQuestions.ts';
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
