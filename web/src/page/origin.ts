import type { Location } from 'react-router';

/** The router state of a link to a detail page: the name of the screen to go back to. */
export const originState = (from: string) => ({ from });

/** The name from {@link originState}; undefined if the page was not opened from within the app. */
export function originOf({ state }: Location): string | undefined {
  const from: unknown = Object(state).from;
  return typeof from === 'string' ? from : undefined;
}
