import { createHash } from 'node:crypto';
import { PUSH_QUIET_HOURS, type PushPayload } from '@companion/contract/push';
import { sql } from 'kysely';
import { getEvent } from '../event/eventQueries.ts';
import { zonedTime } from '../event/zonedTime.ts';
import { openSessions } from '../platform/openSessions.ts';
import type { Transacting } from '../platform/transact.ts';

const { from, until } = PUSH_QUIET_HOURS;

/** When phones may be pushed to: at that moment, or in the quiet hours at their end. */
export function pushableAt(zone: string, at: number): number {
  const clock = zonedTime(zone, at);
  if (clock.hour >= until && clock.hour < from) return at;
  const day = clock.hour < until ? clock.toPlainDate() : clock.toPlainDate().add({ days: 1 });
  return day.toZonedDateTime({ timeZone: zone, plainTime: { hour: until } }).epochMilliseconds;
}

/** Characters. With both in any script a payload has less than 3 KB, and phones show less. */
const TITLE_MAX = 150;
const TEXT_MAX = 500;

interface Pushed {
  /** What it is of: a device gets one message of it. */
  source: string;
  accountIds: string[];
  said: Omit<PushPayload, 'tag'>;
  expiresAt: number;
}

/**
 * From one message to the next, on all nodes together: votes would wait for messages that nobody waits for. 10,000 take
 * 50 s.
 */
const STEP_MS = 5;

/**
 * Queues a message for devices whose session is open: at once, behind what is queued already, or for the end of the
 * quiet hours if it is of use then.
 */
export async function queuePush({ db, config, now }: Transacting, { source, accountIds, said, expiresAt }: Pushed) {
  const dueAt = pushableAt((await getEvent(db)).time_zone, now());
  if (dueAt >= expiresAt) return;
  const payload: PushPayload = {
    ...{ title: cut(said.title, TITLE_MAX), text: cut(said.text, TEXT_MAX), session: said.session },
    tag: tagOf(source),
  };
  await sql`insert into push_messages (source, device_id, payload, expires_at, next_attempt_at)
    select ${source}, id, ${JSON.stringify(payload)}, cast(${expiresAt} as bigint),
      cast(${dueAt} as bigint) + ${STEP_MS} * (row_number() over (order by id) - 1 + waiting)
    from (select d.id from push_devices d join sessions on sessions.id = d.session_id
      where sessions.id in ${openSessions(db, now()).select('id')}
        and d.account_id in (${sql.join(accountIds)})
      ${config.databaseUrl ? LOCK_DEVICES : sql``}) devices
    cross join (select count(*) as waiting from push_messages where done_at is null) queue
    where true on conflict do nothing`.execute(db);
}

/** A device that another transaction removes is left out, and does not fail the messages to all others. */
const LOCK_DEVICES = sql`for key share of d`;

function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}

/** As long as the topic of a push may be (RFC 8030, section 5.4); it tells the push service nothing. */
const tagOf = (source: string): string => createHash('sha256').update(source).digest('base64url').slice(0, 32);
