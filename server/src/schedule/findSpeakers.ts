import type { People } from './distinguishPeople.ts';
import type { ImportReport } from './importReport.ts';
import type { PlacedTalk } from './placeTalks.ts';
import { quote } from './readMoment.ts';
import type { SourceSpeaker, SpeakerName } from './sourceSchedule.ts';
import { describeTalk } from './timeTalks.ts';

export interface FoundSpeaker {
  name: string;
  source: SourceSpeaker;
}

/**
 * Finds the speakers for the pack: those of the list, unless all their sessions are left out, then those that only
 * sessions name.
 * @returns the speakers by key (distinguishPeople.ts)
 */
export function findSpeakers(
  list: SourceSpeaker[] | undefined,
  placed: PlacedTalk[],
  people: People,
  report: ImportReport,
): Map<string, FoundSpeaker> {
  const named = new Map<string, SourceSpeaker>();
  for (const { talk, speakers } of placed) {
    for (const speaker of speakers) {
      const { id, name } = speaker;
      const key = people.keyOf(speaker);
      if (key === undefined) report.add('speakers', 'warning', describeTalk(talk), whyUnknown(speaker));
      else if (!named.get(key)?.name) named.set(key, { id, name, where: describeTalk(talk), talks: [] });
    }
  }

  const found = new Map<string, FoundSpeaker>();
  const seen = new Set<string>();
  const add = (source: SourceSpeaker) => {
    const key = people.keyOf(source);
    const name = source.name ?? (key && named.get(key)?.name);
    const label = `${source.where} (${[source.id && `id ${source.id}`, name && quote(name)].filter(Boolean).join(', ')})`;
    if (!key || !name) {
      report.add('speakers', 'rejected', source.id ? label : source.where, 'the speaker has no name');
    } else if (seen.has(key)) {
      report.add('speakers', 'warning', label, 'this speaker is in the list more than once: the first entry is used');
    } else if (source.talks.length > 0 && !named.has(key)) {
      report.add('speakers', 'left out', label, 'none of their sessions is imported');
    } else {
      found.set(key, { name, source });
    }
    if (key) seen.add(key);
  };
  for (const source of list ?? []) add(source);

  const others = [...named].flatMap(([key, speaker]) => (seen.has(key) ? [] : speaker));
  if (list) {
    for (const { where, name, id } of others.filter((speaker) => speaker.name)) {
      const why = 'this speaker of a session is not in the list of speakers';
      report.add('speakers', 'warning', `${where}: ${quote(name ?? '')} (id ${id ?? 'none'})`, why);
    }
  } else if (others.length > 0) {
    report.add(
      'speakers',
      'warning',
      'the schedule has no list of speakers: only the names in the sessions are imported',
    );
  }
  for (const speaker of others.sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en'))) add(speaker);
  return found;
}

const whyUnknown = ({ id }: SpeakerName) =>
  id === undefined
    ? 'a speaker without id and name is left out'
    : `a speaker without a name is left out: the id ${id} stands for several people`;
