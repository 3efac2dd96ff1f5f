import type { Location } from 'react-router';

/** The state of a link to a detail: what the screen is called that one can go back to. */
export const leavingFrom = (from: string) => ({ from });

/** What {@link leavingFrom} was given; undefined where this tab's history has no such screen behind this one. */
export function cameFrom({ state }: Location): string | undefined {
  const from: unknown = Object(state).from;
  return typeof from === 'string' ? from : undefined;
}

/** The names of the screens that lead to details; a detail that leads to another gives its title. */
export const AGENDA = 'Agenda';
export const SPEAKERS = 'Featured Speakers';
export const HOME = 'Home';
