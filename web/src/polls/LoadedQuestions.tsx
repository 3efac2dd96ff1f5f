import type { Question } from '@companion/contract/question';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useQuestions } from './useQuestions.ts';

/** Shows what is made of all questions once they are here; until then their place is held, or it says what is wrong. */
export function LoadedQuestions({ children }: { children: (questions: readonly Question[]) => ReactNode }) {
  const { data, isError, refetch } = useQuestions();
  if (data) return children(data);
  if (!isError) return <Skeleton lines={5} height="var(--touch)" />;
  return (
    <Message icon={<AlertIcon />} action={<Button onClick={refetch}>Try again</Button>}>
      <p>The questions could not be loaded.</p>
    </Message>
  );
}
