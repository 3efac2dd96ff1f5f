import {
  PROGRAMME_LISTS,
  type Programme,
  type ProgrammeEntry,
  type ProgrammeList,
} from '@companion/contract/staff/programme';

/** The entries as this page has last seen them, also those that another member has removed since. */
const seen = new Map<string, ProgrammeEntry>();

export function remember(programme: Programme): void {
  for (const list of PROGRAMME_LISTS) for (const entry of programme[list]) seen.set(`${list} ${entry.id}`, entry);
}

/** An entry that may be gone by now. */
export const lastSeen = (list: ProgrammeList, id: string): ProgrammeEntry | undefined => seen.get(`${list} ${id}`);
