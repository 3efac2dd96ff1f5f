import { descriptionMarkdown } from './descriptionMarkdown.ts';
import type { ImportReport } from './importReport.ts';
import { clip, MAX_DESCRIPTION_LENGTH, type PackEntry } from './packEntry.ts';
import type { PlacedTalk } from './placeTalks.ts';
import { shorten } from './readMoment.ts';
import type { SpeakerName } from './sourceSchedule.ts';
import { clockTime, describeTalk } from './timeTalks.ts';

/**
 * Makes entries of agenda.yaml, in the order of the agenda.
 * @param ids the pack's id of each session
 * @param categories the category of each session
 * @param speakerId returns a speaker's id in the pack; undefined if the speaker is not in it, which is reported elsewhere
 */
export function agendaEntries(
  placed: PlacedTalk[],
  ids: ReadonlyMap<PlacedTalk, string>,
  categories: ReadonlyMap<PlacedTalk, string>,
  speakerId: (speaker: SpeakerName) => string | undefined,
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
      const speakers = [...new Set(item.speakers.flatMap((speaker) => speakerId(speaker) ?? []))];
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
