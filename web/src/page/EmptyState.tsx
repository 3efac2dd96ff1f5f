import type { ReactNode } from 'react';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { TryAgain, type TryAgainProps } from './TryAgain.tsx';

interface EmptyStateProps {
  /** Has answered nothing that can be shown. */
  query: TryAgainProps['query'] & { data?: unknown; error?: unknown };
  /** Holds the place while it loads. */
  placeholder: ReactNode;
  icon?: ReactNode;
  /** Another next step. */
  action?: ReactNode;
  /** The sentence. Wrap it in an `h1` if the page has no other. */
  children: ReactNode;
}

/** In place of what a screen has to show: a placeholder, then a sentence, and another try if loading has failed. */
export function EmptyState({ query, placeholder, icon = <AlertIcon />, action, children }: EmptyStateProps) {
  const hasFailed = query.error !== undefined;
  if (query.data === undefined && !hasFailed) return placeholder;
  const steps = (
    <>
      {hasFailed && <TryAgain query={query} />}
      {action}
    </>
  );
  return (
    <Message icon={icon} action={steps}>
      {children}
    </Message>
  );
}
