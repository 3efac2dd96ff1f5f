import { createHash } from 'node:crypto';
import { PUSH_QUIET_HOURS, type PushPayload } from '@companion/contract/push';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { zonedTime } from '../event/zonedTime.ts';
import type { Transacting } from '../platform/transact.ts';

const { from, until } = PUSH_QUIET_HOURS;

export function isQuiet(zone: string, at: number): boolean {
  const { hour } = zonedTime(zone, at);
  return hour >= from || hour < until;
}

/** Characters. With both in any script a payload has less than 3 KB, and phones show less. */
const TITLE_MAX = 150;
const TEXT_MAX = 500;

interface Pushed {
  /** What it is of: a device gets one message of it. */
  source: string;
  /** Which rows of `push_devices`. */
  isFor: RawBuilder<SqlBool>;
  said: Omit<PushPayload, 'tag'>;
  expiresAt: number;
  /** The event's. */
  zone: string;
}

/** Queues a message for devices whose session is open; in the quiet hours for none. */
export async function queuePush({ db, now }: Transacting, { source, isFor, said, expiresAt, zone }: Pushed) {
  const at = now();
  if (isQuiet(zone, at)) return;
  const payload: PushPayload = {
    ...{ title: cut(said.title, TITLE_MAX), text: cut(said.text, TEXT_MAX), session: said.session },
    tag: tagOf(source),
  };
  await sql`insert into push_messages (source, device_id, payload, expires_at, next_attempt_at)
    select ${source}, d.id, ${JSON.stringify(payload)}, cast(${expiresAt} as bigint), cast(${at} as bigint)
    from push_devices d join sessions on sessions.id = d.session_id
    where sessions.ended_at is null and sessions.expires_at > ${at}
      and d.id in (select id from push_devices where ${isFor})
    on conflict do nothing`.execute(db);
}

function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}

/** As long as the topic of a push may be (RFC 8030, section 5.4); it tells the push service nothing. */
const tagOf = (source: string): string => createHash('sha256').update(source).digest('base64url').slice(0, 32);
