import type { ImportReport } from './importReport.ts';
import { quote } from './readMoment.ts';
import type { SourceSchedule, SpeakerName } from './sourceSchedule.ts';

/** How many names a message lists. */
const MAX_NAMES = 300;

export interface People {
  /** Returns the key of a person within the schedule. Undefined if nothing identifies the person. */
  keyOf(person: SpeakerName): string | undefined;
  /** Whether several people have this id. */
  isShared(id: string | undefined): boolean;
}

/** Normalizes a name for comparison: differences in case, spaces and letter forms do not matter. */
export const sameName = (name: string): string =>
  name.normalize('NFKC').toLocaleLowerCase('en').replace(/\s+/g, ' ').trim();

/**
 * Identifies people. Merged schedules may use one id for several people: different names with one id are different
 * people, because a wrong name on a session is worse than a speaker who appears twice.
 */
export function distinguishPeople({ origin, talks, speakers }: SourceSchedule, report: ImportReport): People {
  const names = new Map<string, Map<string, string>>();
  const withoutId = new Map<string, string>();
  for (const { id, name } of [...(speakers ?? []), ...talks.flatMap((talk) => talk.speakers)]) {
    if (name === undefined) continue;
    if (id === undefined) withoutId.set(sameName(name), name);
    else {
      const ofId = names.get(id) ?? new Map<string, string>();
      if (!ofId.has(sameName(name))) ofId.set(sameName(name), name);
      names.set(id, ofId);
    }
  }
  for (const [id, ofId] of names) {
    if (ofId.size < 2) continue;
    const all = [...ofId.values()].map(quote).join(', ');
    report.add('speakers', 'warning', `the id ${id} stands for ${ofId.size} people, each imported separately: ${all}`);
  }
  if (withoutId.size > 0 && origin !== 'table') {
    const some = [...withoutId.values()].slice(0, MAX_NAMES).map(quote);
    if (withoutId.size > MAX_NAMES) some.push(`and ${withoutId.size - MAX_NAMES} more`);
    const who = withoutId.size === 1 ? '1 person has' : `${withoutId.size} people have`;
    report.add('speakers', 'warning', `${who} no id, or the id 0: only the name identifies them: ${some.join(', ')}`);
  }
  const isShared = (id: string | undefined) => id !== undefined && (names.get(id)?.size ?? 0) > 1;
  return {
    isShared,
    keyOf: ({ id, name }) => {
      if (id === undefined) return name && `name ${sameName(name)}`;
      if (!isShared(id)) return `id ${id}`;
      return name && `id ${id} name ${sameName(name)}`;
    },
  };
}
