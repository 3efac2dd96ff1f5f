import type { ProgrammeFinding } from '@companion/contract/staff/programme';
import { paths } from '../paths.ts';

/** The screens of the lists, and those of their entries. */
const SCREENS: Record<string, { list: string; entry?(id: string): string }> = {
  agenda: { list: paths.programme, entry: paths.session },
  speakers: { list: paths.speakers, entry: paths.speaker },
  sponsors: { list: paths.sponsors, entry: paths.sponsor },
  campaigns: { list: paths.campaigns },
  questions: { list: paths.campaigns, entry: paths.question },
  event: { list: paths.eventSettings },
  texts: { list: paths.texts },
  pictures: { list: paths.eventSettings },
};

/** Where a finding is corrected: the form of the entry, with the name of the field. */
export function findingPath({ list, id, field }: Pick<ProgrammeFinding, 'list' | 'id' | 'field'>): string {
  const screen = SCREENS[list] ?? { list: paths.programme };
  const path = id !== null && screen.entry ? screen.entry(id) : screen.list;
  return field === null ? path : `${path}#${field}`;
}
