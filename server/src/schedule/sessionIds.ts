import { entryId } from './entryId.ts';
import type { ImportReport } from './importReport.ts';
import type { KnownEntries } from './packEntry.ts';
import { packId } from './packId.ts';
import type { PlacedSession } from './placeSessions.ts';
import { clockTime, nameSession } from './timeSessions.ts';

/**
 * The id in the pack of each session. A guid names one session for good, so it makes the id where the source has one;
 * an id of the source may be used again (merged schedules, a talk that is given twice) and then only counts together
 * with the time.
 * @param known the pack's entries
 */
export function sessionIds(
  placed: PlacedSession[],
  prefix: string,
  known: KnownEntries,
  report: ImportReport,
): Map<PlacedSession, string> {
  const plainOf = ({ session: { id, guid }, title }: PlacedSession) => packId(prefix, id ?? guid ?? title);
  const plain = Map.groupBy(placed, plainOf);
  const guids = Map.groupBy(placed, ({ session }) => session.guid);
  const taken = new Set<string>();
  const unique = (id: string): string => {
    let free = id;
    for (let number = 2; taken.has(free); number++) free = `${id}-${number}`;
    taken.add(free);
    return free;
  };
  return new Map(
    placed.map((item) => {
      const { session, title } = item;
      const others = plain.get(plainOf(item)) ?? [];
      const isNamed = session.guid !== undefined && guids.get(session.guid)?.length === 1;
      const when = `${item.start.date}-${clockTime(item.start.minutes).replace(':', '')}`;
      const precise = packId(prefix, isNamed ? (session.guid ?? '') : `${session.id ?? session.guid ?? title}-${when}`);
      const shared = others.length > 1;
      const ids = { plain: plainOf(item), precise, shared, fresh: isNamed ? precise : plainOf(item) };
      const id = entryId(
        ids,
        (given) => known.has(given),
        () => isEntryOf(item, known.get(ids.plain)),
      );
      reportId(item, { shared, isNamed, count: others.length }, report);
      return [item, unique(id)];
    }),
  );
}

/** Whether the pack's entry is this session, as far as title and time tell. */
const isEntryOf = (item: PlacedSession, entry: ReturnType<KnownEntries['get']>) =>
  entry?.title === item.title && entry.day === String(item.day) && entry.start === clockTime(item.from);

function reportId(
  { session }: PlacedSession,
  { shared, isNamed, count }: { shared: boolean; isNamed: boolean; count: number },
  report: ImportReport,
): void {
  const warn = (why: string) => report.add('sessions', 'warning', nameSession(session), why);
  if (!session.id && !session.guid) {
    warn('it has no id; one is made from its title, so votes and comments are lost when the title changes');
  } else if (shared && !isNamed) {
    warn(
      `${count} sessions have the id ${session.id ?? session.guid} and no guid of their own: the start tells them ` +
        'apart, so votes and comments are lost when it changes',
    );
  } else if (shared) {
    warn(`${count} sessions have the id ${session.id}: the guid tells them apart`);
  }
}
