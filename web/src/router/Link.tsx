import type { ComponentProps, MouseEvent } from 'react';
import { type NavigateOptions, navigate } from './browserHistory.ts';
import { useLocation } from './RouterProvider.tsx';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: string;
}

/** A link to another screen of the app. One to the current address replaces its entry in the history. */
export function Link({ to, replace, state, onClick, ...anchor }: LinkProps) {
  const { pathname, search, hash } = useLocation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(to, { replace: replace ?? to === pathname + search + hash, state });
  };
  return <a {...anchor} href={to} onClick={follow} />;
}

/** Other clicks, such as for a new tab, are the browser's. */
const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey, currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey && ['', '_self'].includes(currentTarget.target);
