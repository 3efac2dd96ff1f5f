import type { Poll } from '@companion/contract/staff/polls';

/** The polls of the running order, in their order. */
export const inOrder = (polls: Poll[]): Poll[] =>
  polls
    .filter(({ stagePosition }) => stagePosition !== null)
    .sort((one, other) => (one.stagePosition ?? 0) - (other.stagePosition ?? 0));

/**
 * The poll after the one on stage. If none is, such as after questions from the hall, or one that is not in the order:
 * the first that was not run yet.
 */
export function nextOnStage(polls: Poll[]): Poll | undefined {
  const order = inOrder(polls);
  const staged = order.findIndex(({ isOnStage }) => isOnStage);
  if (staged !== -1) return order[staged + 1];
  return order.find(({ state }) => state === 'draft') ?? order[0];
}

/** The list with one item moved by this many places, as far as the ends allow. */
export function moved<Item>(list: readonly Item[], from: number, by: number): Item[] {
  const item = list[from];
  if (item === undefined) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(from + by, rest.length)), 0, item);
}
