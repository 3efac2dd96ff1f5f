import type { Location } from 'react-router';

/**
 * The router state of a link to a detail page: the name of the screen to go back to. The list of speakers has that of its
 * filter, and a detail page that links to another its title.
 */
export const originState = (from: string) => ({ from });

export const FROM_HOME = originState('Home');
/** Marked, because an item or a room may have its name. */
export const FROM_AGENDA = { ...originState('Agenda'), isAgenda: true };

export const isFromAgenda = ({ state }: Location): boolean => Object(state).isAgenda === true;

/** The name from {@link originState}; undefined if the page was not opened from within the app. */
export function originOf({ state }: Location): string | undefined {
  const from: unknown = Object(state).from;
  return typeof from === 'string' ? from : undefined;
}
