import type { Question } from '@companion/contract/question';
import type { ReactNode } from 'react';
import { AsOf } from '../page/AsOf.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { useQuestions } from '../page/useLists.ts';
import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { useAppSelector } from '../session/storeHooks.ts';
import { isWaiting } from '../session/writes.ts';
import { selectWrites } from '../session/writesSlice.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

/**
 * Renders its children with all questions once they are loaded, and how many answers have not been sent; until then a
 * placeholder, or the error.
 */
export function LoadedQuestions({ children }: { children: (questions: readonly Question[]) => ReactNode }) {
  const query = useQuestions();
  const unsent = useAppSelector(
    (state) => selectWrites(state).filter((write) => write.call === 'answerQuestion' && isWaiting(write)).length,
  );
  if (!query.data) {
    return (
      <EmptyState query={query} placeholder={<Skeleton lines={5} shape="control" />}>
        <p>The questions could not be loaded.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <AsOf isRow query={query} />
      {children(query.data)}
      <WaitingToSend isWaiting={unsent > 0}>
        {unsent === 1 ? 'One answer is waiting to send.' : `${unsent} answers are waiting to send.`}
      </WaitingToSend>
    </>
  );
}
