import { useEffect } from 'react';
import { type NavigateOptions, navigate } from './browserHistory.ts';

/** Replaces the current entry of the history as soon as it is rendered. */
export function Redirect({ to, state }: { to: string } & Pick<NavigateOptions, 'state'>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a state that is only another object is the same redirect
  useEffect(() => navigate(to, { replace: true, state }), [to]);
  return null;
}
