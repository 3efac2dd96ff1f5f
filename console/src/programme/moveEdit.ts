import type { ProgrammeEdit, ProgrammeList } from '@companion/contract/staff/programme';

/**
 * The edit that moves an entry by one place among those of a group, such as the sponsors of a tier.
 * @param all the ids of the list, in its order
 * @param group the ids of the group, in the same order
 * @returns undefined at either end
 */
export function moveEdit(
  list: ProgrammeList,
  all: readonly string[],
  group: readonly string[],
  id: string,
  by: 1 | -1,
): ProgrammeEdit | undefined {
  const neighbour = group[group.indexOf(id) + by];
  if (neighbour === undefined || !group.includes(id)) return undefined;
  if (by === 1) return { op: 'move', list, id, after: neighbour };
  const others = all.filter((one) => one !== id);
  return { op: 'move', list, id, after: others[others.indexOf(neighbour) - 1] ?? null };
}
