/** How many people a room holds. */
export interface RoomCapacity {
  name: string;
  capacity: number;
}

/** The shape of a line of the event's rooms. */
export const ROOM_RULE = 'must be a room and how many people it holds, such as "Hall A = 250"';

/** Reads a line such as `Hall A = 250`; undefined if it is none. */
export function readRoomCapacity(line: string): RoomCapacity | undefined {
  const at = line.lastIndexOf('=');
  const name = line.slice(0, Math.max(0, at)).trim();
  const capacity = line.slice(at + 1).trim();
  return name && /^[1-9]\d{0,5}$/.test(capacity) ? { name, capacity: Number(capacity) } : undefined;
}
