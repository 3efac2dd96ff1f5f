import type { ProgrammeEdit, ProgrammeEntry, ProgrammeList } from '@companion/contract/staff/programme';

/**
 * The edit that moves an entry by so many places among its neighbours, such as the questions of its campaign.
 * @param entries the whole list
 * @param neighbours those of them that are shown with it, in their order
 * @returns undefined where it cannot go any further
 */
export function moveEdit(
  list: ProgrammeList,
  entries: readonly ProgrammeEntry[],
  neighbours: readonly ProgrammeEntry[],
  id: string,
  by: number,
): ProgrammeEdit | undefined {
  const neighbour = neighbours[neighbours.findIndex((entry) => entry.id === id) + by];
  if (!neighbour || neighbour.id === id) return undefined;
  if (by > 0) return { op: 'move', list, id, after: neighbour.id };
  const others = entries.filter((entry) => entry.id !== id);
  const before = others[others.findIndex((entry) => entry.id === neighbour.id) - 1];
  return { op: 'move', list, id, after: before?.id ?? null };
}
