/*
 * The structure of a folder, seen from above: its rooms are the files and folders directly in it. A room stands one
 * floor above the highest room that it imports from, and imports run downwards only.
 */

/** The folders whose number of floors is limited: a reader follows a call through all of them. */
export const MOST_FLOORS: Record<string, number> = {
  'server/src': 8,
  'client/src': 6,
  'web/src/api': 6,
};

/** A file, and the files that it imports. */
interface Module {
  source: string;
  dependencies: { resolved: string }[];
}

/** Which rooms each room imports from. */
type Rooms = Map<string, Set<string>>;

/** `folders-one-way: room -> room` of each import that is part of a circle, and `most-floors: folder: …`. */
export function checkFloors(modules: Module[], mostFloors: Record<string, number>): string[] {
  const found: string[] = [];
  for (const [folder, rooms] of roomsByFolder(modules)) {
    const circles = importsInCircles(rooms);
    found.push(...circles.map(([from, to]) => `folders-one-way: ${from} -> ${to}`));
    const most = mostFloors[folder];
    if (most === undefined || circles.length > 0) continue;
    const floors = countFloors(rooms);
    if (floors > most) found.push(`most-floors: ${folder}: ${floors} floors, at most ${most}`);
  }
  return found;
}

function roomsByFolder(modules: Module[]): Map<string, Rooms> {
  const folders = new Map<string, Rooms>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = [source.split('/'), resolved.split('/')];
      const shared = from.findIndex((part, depth) => part !== to[depth]);
      if (shared < 1) continue;
      const folder = from.slice(0, shared).join('/');
      const [above, below] = [from, to].map((parts) => parts.slice(0, shared + 1).join('/')) as [string, string];
      const rooms = folders.get(folder) ?? new Map<string, Set<string>>();
      folders.set(folder, rooms.set(above, (rooms.get(above) ?? new Set()).add(below)));
    }
  }
  return folders;
}

const importsInCircles = (rooms: Rooms): Array<[from: string, to: string]> =>
  [...rooms].flatMap(([from, below]) => [...below].filter((to) => reaches(rooms, to, from)).map((to) => [from, to]));

function reaches(rooms: Rooms, from: string, goal: string, seen = new Set<string>()): boolean {
  if (from === goal) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(rooms.get(from) ?? [])].some((next) => reaches(rooms, next, goal, seen));
}

/** @param rooms without a circle */
function countFloors(rooms: Rooms): number {
  const floors = new Map<string, number>();
  const floorOf = (room: string): number => {
    const floor = floors.get(room) ?? 1 + Math.max(0, ...[...(rooms.get(room) ?? [])].map(floorOf));
    floors.set(room, floor);
    return floor;
  };
  return Math.max(0, ...[...rooms.keys()].map(floorOf));
}
