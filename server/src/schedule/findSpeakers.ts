import { descriptionMarkdown } from './descriptionMarkdown.ts';
import type { ImportReport } from './importReport.ts';
import { quote } from './moment.ts';
import { clip, type PackEntry } from './packEntry.ts';
import { packId } from './packId.ts';
import type { PlacedSession } from './placeSessions.ts';
import type { SourceSpeaker, SpeakerName } from './sourceSchedule.ts';
import { nameSession } from './timeSessions.ts';

export interface FoundSpeaker {
  id: string;
  name: string;
  source: SourceSpeaker;
}

const keyOf = ({ id, name }: SpeakerName) => id ?? name;

/**
 * Who is to be in the pack: the list without those whose sessions are all left out, then whom only sessions name.
 * @returns by what sessions name them: an id, else a name
 */
export function findSpeakers(
  list: SourceSpeaker[] | undefined,
  placed: PlacedSession[],
  prefix: string,
  report: ImportReport,
): Map<string, FoundSpeaker> {
  const named = new Map<string, SourceSpeaker>();
  for (const { session, speakers } of placed) {
    for (const speaker of speakers) {
      const key = keyOf(speaker);
      if (key === undefined)
        report.add('speakers', 'warning', `${nameSession(session)}: has a speaker without id and name, left out`);
      else if (!named.get(key)?.name) named.set(key, fromSession(speaker, nameSession(session)));
    }
  }

  const found = new Map<string, FoundSpeaker>();
  const seen = new Set<string>();
  const add = (source: SourceSpeaker) => {
    const key = keyOf(source);
    const name = source.name ?? (key && named.get(key)?.name);
    if (!key || !name) {
      report.add('speakers', 'refused', `${source.where}${key ? ` (id ${key})` : ''}: has no name`);
    } else if (seen.has(key)) {
      report.add(
        'speakers',
        'warning',
        `${source.where} (id ${key}, ${quote(name)}): stands there twice; the first is taken`,
      );
    } else if (source.sessions.length > 0 && !named.has(key)) {
      report.add(
        'speakers',
        'left out',
        `${source.where} (id ${key}, ${quote(name)}): speaks in no session that is imported`,
      );
    } else {
      found.set(key, { id: packId(`${prefix}speaker-`, key), name, source });
    }
    if (key) seen.add(key);
  };
  for (const source of list ?? []) add(source);

  const others = [...named].flatMap(([key, speaker]) => (seen.has(key) ? [] : speaker));
  if (list) {
    for (const { where, name, id } of others.filter((speaker) => speaker.name)) {
      report.add(
        'speakers',
        'warning',
        `${where}: ${quote(name ?? '')} (id ${id ?? 'none'}) is not in the list of speakers`,
      );
    }
  } else if (others.length > 0) {
    report.add('speakers', 'warning', 'there is no list of speakers: those of the sessions have a name only');
  }
  for (const speaker of others.sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en'))) add(speaker);
  return found;
}

const fromSession = ({ id, name }: SpeakerName, where: string): SourceSpeaker => ({
  ...{ id, name, where, sessions: [] },
  ...{ role: undefined, organization: undefined, bio: undefined, picture: undefined },
});

/** Speakers as entries of speakers.yaml; `pictures`: the file names of those that have one, by id. */
export const speakerEntries = (
  found: Iterable<FoundSpeaker>,
  pictures: ReadonlyMap<string, string>,
  report: ImportReport,
): PackEntry[] =>
  [...found].map(({ id, name, source }) => {
    const fit = (text: string | null | undefined, key: string) =>
      text && clip(text, key, `${source.where} (${quote(name)})`, report, 'speakers');
    return {
      id,
      fields: {
        name: fit(name, 'name') ?? name,
        role: fit(source.role, 'role'),
        organization: fit(source.organization, 'organization'),
        picture: pictures.get(id),
        bio: source.bio && (descriptionMarkdown(source.bio).trim() || null),
      },
      label: name,
    };
  });
