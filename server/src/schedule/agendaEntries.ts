import { descriptionMarkdown } from './descriptionMarkdown.ts';
import type { ImportReport } from './importReport.ts';
import { shorten } from './moment.ts';
import { clip, type PackEntry } from './packEntry.ts';
import { packId } from './packId.ts';
import type { PlacedSession } from './placeSessions.ts';
import type { SpeakerName } from './sourceSchedule.ts';
import { clockTime, nameSession } from './timeSessions.ts';

/**
 * Sessions as entries of agenda.yaml, in the order of the agenda.
 * @param prefix begins every id
 * @param speakerId the id in the pack of who speaks; undefined: not in it, which is reported elsewhere
 */
export function agendaEntries(
  placed: PlacedSession[],
  prefix: string,
  speakerId: (speaker: SpeakerName) => string | undefined,
  report: ImportReport,
): PackEntry[] {
  const taken = new Map<string, number>();
  return placed
    .toSorted((a, b) => a.day - b.day || a.from - b.from || a.to - b.to)
    .map((item) => {
      const { session, title, rooms, rows } = item;
      const name = nameSession(session);
      if (!session.id) {
        report.add('sessions', 'warning', `${name}: has no id; one is made of its title, and changes with it`);
      }
      const sourceId = session.id ?? title;
      const times = (taken.get(sourceId) ?? 0) + 1;
      taken.set(sourceId, times);
      if (times > 1 && session.id) {
        report.add('sessions', 'warning', `${name}: its id stands for ${times} sessions; this one is numbered`);
      }
      const id = packId(prefix, times > 1 ? `${sourceId}-${times}` : sourceId);
      const [start, end] = [clockTime(item.from), clockTime(item.to)];
      const fit = (text: string, key: string) => clip(text, key, name, report, 'sessions');
      const speakers = [...new Set(item.speakers.flatMap((speaker) => speakerId(speaker) ?? []))];
      return {
        id,
        fields: {
          day: String(item.day),
          start,
          end,
          category: item.category,
          title: fit(title, 'title'),
          subtitle: session.subtitle ? fit(session.subtitle, 'subtitle') : null,
          room: rooms.length > 0 ? fit(rooms.join(' / '), 'room') : null,
          speakers: speakers.length > 0 ? speakers : null,
          body: bodyOf(session.texts) || null,
        },
        label: `day ${item.day}, ${start}-${end}: ${shorten(title)}${rows > 1 ? ` (one of ${rows} rows)` : ''}`,
      };
    });
}

/** A summary may be the beginning of the text, or the same. */
function bodyOf(texts: string[]): string {
  const parts = texts.map((text) => descriptionMarkdown(text).trim()).filter(Boolean);
  const words = parts.map((part) => part.replace(/[\s\\]+/g, ' '));
  const isRepeated = (index: number) =>
    words.some((other, place) => place > index && other.startsWith(words[index] ?? ''));
  return parts.filter((_, index) => !isRepeated(index)).join('\n\n');
}
