import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import type { Poll } from '@companion/contract/staff/polls';

/** The polls of the running order, in their order. */
export const inOrder = (polls: Poll[]): Poll[] =>
  polls
    .filter(({ stagePosition }) => stagePosition !== null)
    .sort((one, other) => (one.stagePosition ?? 0) - (other.stagePosition ?? 0));

/** What can be added to the running order. */
export const addable = (polls: Poll[]): Poll[] =>
  polls.filter(({ stagePosition, state, waitsForEventEnd }) => {
    return stagePosition === null && state !== 'archived' && !waitsForEventEnd;
  });

/** The sets of polls that can be added whole, such as those of a day. A survey is not for the stage. */
export const addableSets = (polls: Poll[]): Poll[][] =>
  [...Map.groupBy(addable(polls), ({ campaignId }) => campaignId)].flatMap(([campaignId, set]) =>
    SURVEY_CAMPAIGNS.includes(campaignId) ? [] : [set],
  );

/**
 * The poll to put on stage next: the one after the one that is there. While that is none of the running order, such as
 * after questions from the hall, the order goes on where it was (decision 048).
 */
export function nextOnStage(polls: Poll[]): Poll | undefined {
  const order = inOrder(polls).filter(({ state, isOnStage }) => state !== 'archived' || isOnStage);
  const staged = order.findIndex(({ isOnStage }) => isOnStage);
  if (staged !== -1) return order[staged + 1];
  const last = lastOpened(order);
  if (!last) return order[0];
  return last.state === 'open' ? last : order[order.indexOf(last) + 1];
}

/** The order with one more poll, after the one that is asked now or was asked last. */
export function withNext(order: Poll[], poll: Poll): Poll[] {
  const last = order.find(({ isOnStage }) => isOnStage) ?? lastOpened(order);
  return order.toSpliced(last ? order.indexOf(last) + 1 : 0, 0, poll);
}

/** The poll that was opened last, of those that were not made drafts again. */
function lastOpened(order: Poll[]): Poll | undefined {
  const asked = order.filter(({ state, openedAt }) => openedAt && state !== 'draft');
  return asked.toSorted((one, other) => Date.parse(other.openedAt ?? '') - Date.parse(one.openedAt ?? ''))[0];
}

/** The list with one item moved by this many places, as far as the ends allow. */
export function moved<Item>(list: readonly Item[], from: number, by: number): Item[] {
  const item = list[from];
  if (item === undefined) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(from + by, rest.length)), 0, item);
}
