import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { getEvent } from '../event/eventQueries.ts';
import type { SessionNotice } from '../platform/db/sessionNoticeSchema.ts';
import type { Services } from '../platform/services.ts';
import { DAY, MINUTE } from '../platform/time.ts';
import { autocommit, type Transacting, transact } from '../platform/transact.ts';
import { cancelledText, movedText, type Place, reminderText, restoredText } from './noticeText.ts';

/** An organizer who moves a session often corrects it at once: what goes back within this time is never told. */
export const QUIET_MS = 5 * MINUTE;
/** How long before a session its reminder comes. */
export const REMIND_MS = 10 * MINUTE;
/** A notice about a session without a time is shown this long. */
const TIMELESS_MS = DAY;

/** The sessions of this event: those that an earlier one had are gone without a word. */
const sessionsOf = ({ db }: Pick<Services, 'db'>) =>
  db
    .selectFrom('content')
    .innerJoin('events', 'events.id', 'content.event_id')
    .where('content.type', '=', 'Agenda')
    .select(['content.id', 'content.title', 'content.starts_at', 'content.ends_at', 'content.room', 'content.hidden']);

const isSaved = sql<boolean>`exists (select 1 from saved_sessions s where s.content_id = content.id and s.saved = 1)`;

/** Takes note of sessions that are new: they are known as they are. */
export const noteNewSessions = (services: Services) =>
  autocommit(services, (db) =>
    sql`insert into told_sessions (content_id, starts_at, ends_at, room, hidden)
      select id, starts_at, ends_at, room, hidden from content
      where type = 'Agenda' and not exists (select 1 from told_sessions t where t.content_id = content.id)
      on conflict do nothing`.execute(db),
  );

/** Makes a notice of each session that has changed and then stayed as it is for a while. */
export async function noticeChanges(services: Services): Promise<void> {
  for (const { id } of await changedSessions(services).execute())
    await transact(services, (tx) => noticeChange(tx, id));
}

const sessionsAsTold = ({ db }: Pick<Services, 'db'>) =>
  sessionsOf({ db }).innerJoin('told_sessions as told', 'told.content_id', 'content.id');

/** Those that have stayed as they are for a while and are not told. */
export const changedSessions = ({ db, now }: Pick<Services, 'db' | 'now'>) =>
  sessionsAsTold({ db })
    .select([
      'told.starts_at as was_at',
      'told.ends_at as ended_at',
      'told.room as was_in',
      'told.hidden as was_hidden',
    ])
    .select(['content.revision', 'content.changed_at'])
    .where('content.changed_at', '<=', now() - QUIET_MS)
    .where(differs);

const differs: RawBuilder<SqlBool> = sql<SqlBool>`(content.starts_at is distinct from told.starts_at
  or content.ends_at is distinct from told.ends_at or content.room is distinct from told.room
  or content.hidden != told.hidden)`;

async function noticeChange(tx: Transacting, id: string): Promise<void> {
  const { db, now } = tx;
  // Another node may have been first, and the session may have changed since.
  await db
    .updateTable('told_sessions')
    .set((row) => ({ hidden: row.ref('hidden') }))
    .where('content_id', '=', id)
    .execute();
  const session = await changedSessions(tx)
    .select(isSaved.as('is_saved'))
    .where('content.id', '=', id)
    .executeTakeFirst();
  if (!session) return;
  const { starts_at, ends_at, room, hidden, was_hidden } = session;
  const before = { starts_at: session.was_at, ends_at: session.ended_at, room: session.was_in };
  const endsAt = endOf([before, session]) ?? now() + TIMELESS_MS;
  // What is over concerns no one; nor does what is cancelled still, at another time.
  if (session.is_saved && endsAt > now() && !(hidden && was_hidden)) {
    const { time_zone: zone } = await getEvent(db);
    const told = { zone, before, after: session };
    const [kind, title, text] = hidden
      ? (['cancelled', 'Cancelled', cancelledText(told)] as const)
      : was_hidden
        ? (['restored', 'Not cancelled', restoredText(told)] as const)
        : (['moved', 'Moved', movedText(told)] as const);
    await endEarlierNotices(tx, zone, session);
    await addNotice(tx, {
      ...{ id: changeId(session), kind, content_id: id, text },
      ...{ title: `${title}: ${session.title}`, ends_at: endsAt },
    });
  }
  await db
    .updateTable('told_sessions')
    .set({ starts_at, ends_at, room, hidden })
    .where('content_id', '=', id)
    .execute();
}

/** The revision rises with each change, so that going back later is told, too. */
export const changeId = ({ id, revision }: { id: string; revision: number }): string => `changed ${id} ${revision}`;

/**
 * What was told of a session before is not true any more: phones show it no longer, and no more of them get it. A
 * reminder stays if it is what one made now would be.
 */
async function endEarlierNotices(
  { db, now }: Transacting,
  zone: string,
  { id, starts_at, ...session }: Place & { id: string; hidden: 0 | 1 },
): Promise<void> {
  const isToBegin = starts_at !== null && !session.hidden;
  const reminder = isToBegin ? reminderText(zone, { ...session, starts_at }) : '';
  const ended = await db
    .updateTable('session_notices')
    .set({ ends_at: now() })
    .where('content_id', '=', id)
    .where('ends_at', '>', now())
    .where((notice) => notice.or([notice('id', '!=', reminderId({ id, starts_at })), notice('text', '!=', reminder)]))
    .returning('id')
    .execute();
  const sources = ended.map((notice) => notice.id);
  if (sources.length === 0) return;
  await db.deleteFrom('push_messages').where('source', 'in', sources).where('done_at', 'is', null).execute();
}

/** The last moment of a session at any of these times. */
function endOf(places: Place[]): number | undefined {
  const ends = places.map(({ starts_at, ends_at }) => ends_at ?? starts_at).filter((at) => at !== null);
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

/**
 * Makes a reminder of each session that begins soon, by the times that it has now. One that is put off after its
 * reminder gets another one, ten minutes before its new time.
 */
export async function noticeBeginnings(services: Services): Promise<void> {
  const { db } = services;
  const soon = await beginningSessions(services).execute();
  if (soon.length === 0) return;
  const { time_zone: zone } = await getEvent(db);
  for (const { id, title, starts_at, ...session } of soon) {
    // Chosen above by its time.
    if (starts_at === null) continue;
    const text = reminderText(zone, { ...session, starts_at });
    await transact(services, (tx) =>
      addNotice(tx, {
        ...{ id: reminderId({ id, starts_at }), kind: 'reminder', content_id: id, text },
        ...{ title: `Soon: ${title}`, ends_at: starts_at },
      }),
    );
  }
}

/** Those of whose beginning people are to be reminded now. */
export const beginningSessions = ({ db, now }: Pick<Services, 'db' | 'now'>) =>
  sessionsOf({ db })
    .where('content.hidden', '=', 0)
    .where('content.starts_at', '>', now())
    .where('content.starts_at', '<=', now() + REMIND_MS)
    .where(isSaved)
    // As `reminderId` makes it.
    .where(sql<boolean>`not exists (select 1 from session_notices n
      where n.id = 'reminder ' || content.id || ' ' || content.starts_at)`);

export const reminderId = ({ id, starts_at }: { id: string; starts_at: number | null }): string =>
  `reminder ${id} ${starts_at}`;

async function addNotice(
  { db, now }: Transacting,
  notice: Pick<SessionNotice, 'id' | 'kind' | 'content_id' | 'title' | 'text' | 'ends_at'>,
): Promise<void> {
  await db
    .insertInto('session_notices')
    .values({ ...notice, created_at: now(), done_at: null })
    // Another node has found the same.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * When the next notice is to be made if nothing is changed until then; Infinity if there is none.
 * @param at as of when the notices before it were made
 */
export async function nextNoticeAt({ db }: Pick<Services, 'db'>, at: number): Promise<number> {
  const changed = await sessionsAsTold({ db })
    .where(differs)
    .clearSelect()
    .select((by) => by.fn.min('content.changed_at').as('at'))
    .executeTakeFirst();
  const next = await sessionsOf({ db })
    .where('content.hidden', '=', 0)
    .where('content.starts_at', '>', at + REMIND_MS)
    .clearSelect()
    .select((by) => by.fn.min('content.starts_at').as('at'))
    .executeTakeFirst();
  const times = [changed?.at && changed.at + QUIET_MS, next?.at && next.at - REMIND_MS];
  return Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY));
}
