import { descriptionMarkdown } from './descriptionMarkdown.ts';
import type { FoundSpeaker } from './findSpeakers.ts';
import type { ImportReport } from './importReport.ts';
import type { PlacedTalk } from './placeTalks.ts';
import { quote, shorten } from './readMoment.ts';
import { clockTime, describeTalk } from './timeTalks.ts';

const MAX_TEXT_LENGTH = 300;
/** The conversion to Markdown takes time that grows with the square of the length. */
const MAX_DESCRIPTION_LENGTH = 20_000;

/** An imported entry of a list of the pack. */
export interface PackEntry {
  id: string;
  /** By key: null removes the key, undefined keeps the pack's value. */
  fields: Record<string, string | string[] | null | undefined>;
  /** For the report. */
  label: string;
}

/**
 * Makes entries of agenda.yaml, in the order of the agenda.
 * @param ids the pack's id of each session
 * @param categories the category of each session
 * @param speakersOf returns the pack's ids of a session's speakers. One who is not in the pack is reported elsewhere
 */
export function agendaEntries(
  placed: PlacedTalk[],
  ids: ReadonlyMap<PlacedTalk, string>,
  categories: ReadonlyMap<PlacedTalk, string>,
  speakersOf: (item: PlacedTalk) => string[],
  report: ImportReport,
): PackEntry[] {
  return placed
    .toSorted((a, b) => a.day - b.day || a.from - b.from || a.to - b.to)
    .map((item) => {
      const { talk, title, rooms, rows } = item;
      const name = describeTalk(talk);
      if (rooms.length === 0 && !talk.service) report.add('sessions', 'warning', name, 'it has no room');
      const [start, end] = [clockTime(item.from), clockTime(item.to)];
      const fit = (text: string, key: string) => clip(text, key, name, report, 'sessions');
      const fitBody = (text: string) => clip(text, 'body', name, report, 'sessions', MAX_DESCRIPTION_LENGTH);
      const speakers = speakersOf(item);
      return {
        id: ids.get(item) ?? '',
        fields: {
          day: String(item.day),
          start,
          end,
          category: categories.get(item) ?? '',
          title: fit(title, 'title'),
          subtitle: talk.subtitle ? fit(talk.subtitle, 'subtitle') : null,
          room: rooms.length > 0 ? fit(rooms.join(' / '), 'room') : null,
          speakers: speakers.length > 0 ? speakers : null,
          body: bodyOf(talk.texts.map(fitBody)) || null,
        },
        label: `day ${item.day}, ${start}-${end}: ${shorten(title)}${rows > 1 ? ` (one of ${rows} rows)` : ''}`,
      };
    });
}

/** Joins the texts, without a summary that only repeats the beginning of a later text. */
function bodyOf(texts: string[]): string {
  const parts = texts.map((text) => descriptionMarkdown(text).trim()).filter(Boolean);
  const words = parts.map((part) => part.replace(/[\s\\]+/g, ' '));
  const isRepeated = (index: number) =>
    words.some((other, place) => place > index && other.startsWith(words[index] ?? ''));
  return parts.filter((_, index) => !isRepeated(index)).join('\n\n');
}

/** Makes entries of speakers.yaml. `pictures` has file names by id. */
export const speakerEntries = (
  found: ReadonlyMap<string, FoundSpeaker>,
  ids: ReadonlyMap<string, string>,
  pictures: ReadonlyMap<string, string>,
  report: ImportReport,
): PackEntry[] =>
  [...found].map(([key, { name, source }]) => {
    const id = ids.get(key) ?? '';
    const fit = (text: string | null | undefined, key: string, most?: number) =>
      text && clip(text, key, `${source.where} (${quote(name)})`, report, 'speakers', most);
    const bio = fit(source.bio, 'bio', MAX_DESCRIPTION_LENGTH);
    return {
      id,
      fields: {
        name: fit(name, 'name') ?? name,
        role: fit(source.role, 'role'),
        organization: fit(source.organization, 'organization'),
        picture: pictures.get(id),
        bio: bio && (descriptionMarkdown(bio).trim() || null),
      },
      label: name,
    };
  });

/** Cuts text to the length that a pack allows, with a warning. */
function clip(
  text: string,
  key: string,
  name: string,
  report: ImportReport,
  part: 'sessions' | 'speakers',
  most = MAX_TEXT_LENGTH,
): string {
  if (text.length <= most) return text;
  report.add(part, 'warning', name, `its ${key} has ${text.length} characters and is cut to ${most}`);
  // A cut emoji would leave half of a surrogate pair.
  return `${text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}
