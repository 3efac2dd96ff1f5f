import type { Dismissal, Flood } from '@companion/contract/staff/safeguards';
import { countText } from '../page/countText.ts';
import { dayTimeText, timeText } from '../page/timeText.ts';

const list = new Intl.ListFormat('en-US');

/** What comes in too fast: "Registrations and answers". */
export function kindsText({ kinds }: Pick<Flood, 'kinds'>): string {
  const text = list.format(kinds);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The network that a flood comes from. */
export const networkText = ({ network, isVenue }: Pick<Flood, 'network' | 'isVenue'>): string =>
  isVenue ? `the venue’s network ${network}` : `the network ${network}`;

/** How much has come in, without what has not. */
export function countsText(counts: readonly (readonly [noun: string, count: number])[]): string {
  const some = counts.filter(([, count]) => count > 0);
  return list.format(some.map(([noun, count]) => countText(count, noun)));
}

/** The accounts of a dismissal, and where and when they registered. */
export const dismissalText = ({ accounts, network, since, until }: Dismissal): string =>
  `${countText(accounts, 'account')} of ${network}, ${dayTimeText(since)} to ${timeText(until)}`;
