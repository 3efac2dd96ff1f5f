import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SessionRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { hashToken } from '../../platform/deriveKeys.ts';
import type { Services } from '../../platform/services.ts';
import { DAY } from '../../platform/time.ts';
import { afterTransaction } from '../../platform/transact.ts';
import { forgetDevices } from './knownDevices.ts';
import { dropPhoneClaim } from './phoneClaim.ts';
import { type SignedIn, sessionCache } from './sessionCache.ts';
import { readAccessToken } from './tokens.ts';

/** Decision 031: a session ends 14 days after its last refresh, 30 days after it was opened at the latest. */
const IDLE_MS = 14 * DAY;
const MAX_AGE_MS = 30 * DAY;

/**
 * @param proof `phoneProved`: whether a code or link that was texted to the account's phone opens it; `linkId`: the link
 * that opens it, if one does
 */
export function openSession(
  db: Kysely<Database>,
  accountId: string,
  { phoneProved, linkId = null }: { phoneProved: boolean; linkId?: string | null },
  now: number,
): Promise<SessionRow> {
  return db
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      account_id: accountId,
      proved: phoneProved ? 1 : 0,
      link_id: linkId,
      generation: 0,
      created_at: now,
      rotated_at: now,
      previous_rotated_at: now,
      expires_at: now + MAX_AGE_MS,
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findSession(db: ReadDatabase, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

export const isOpen = (session: SessionRow, now: number): boolean =>
  session.ended_at === null && now < session.expires_at && now < session.rotated_at + IDLE_MS;

/** Whether a session has at least a day left: one that is about to end is not handed out again. */
export const staysOpen = (session: SessionRow, now: number): boolean => isOpen(session, now + DAY);

/** Whether a session of this account is open, by the database and not by the cache. */
export async function isSessionOpen(
  db: ReadDatabase,
  { sessionId, accountId }: SignedIn,
  now: number,
): Promise<boolean> {
  const session = await findSession(db, sessionId);
  return session !== undefined && session.account_id === accountId && isOpen(session, now);
}

/** Which of these sessions are open, by the database. */
export async function openSessionsOf(db: ReadDatabase, ids: string[], now: number): Promise<Set<string>> {
  const found = await db.selectFrom('sessions').selectAll().where('id', 'in', ids).execute();
  return new Set(found.filter((session) => isOpen(session, now)).map(({ id }) => id));
}

/**
 * Who an access token belongs to, and when it expires; undefined when it is not valid or its session has ended. A
 * session ended by this node is rejected at once, one ended by another node within seconds (decision 031).
 */
export async function verifySession(
  services: Services,
  token: string,
): Promise<{ signedIn: SignedIn; expiresAt: number } | undefined> {
  const cache = sessionCache(services.db);
  const now = services.now();
  const known = cache.find(token, now);
  if (known?.isFresh) return known;
  const { endings } = cache;
  const claims = known ?? (await readAccessToken(services, token));
  if (!claims || !(await isSessionOpen(services.db, claims.signedIn, now))) return undefined;
  cache.keep(token, { ...claims, lookedUpAt: now }, endings);
  return claims;
}

/** Continues the session that this link opened on this device before, or opens another. */
export async function resumeSession(
  db: Kysely<Database>,
  {
    accountId,
    linkId,
    deviceMark,
    sessionId,
    phoneProved,
  }: {
    accountId: string;
    linkId: string;
    deviceMark: string;
    sessionId: string | null;
    phoneProved: boolean;
  },
  now: number,
): Promise<SessionRow> {
  const before = sessionId === null ? undefined : await findSession(db, sessionId);
  if (before && staysOpen(before, now)) return before;
  const session = await openSession(db, accountId, { phoneProved, linkId }, now);
  await db
    .updateTable('link_devices')
    .set({ session_id: session.id })
    .where('link_id', '=', linkId)
    .where('device_hash', '=', hashToken(deviceMark))
    .execute();
  return session;
}

/** Advances to the next refresh token. Undefined if another request did so first or the session has ended. */
export function rotateSession(db: Kysely<Database>, session: SessionRow, next: number, now: number) {
  return db
    .updateTable('sessions')
    .set({ generation: next, previous_rotated_at: session.rotated_at, rotated_at: now })
    .where('id', '=', session.id)
    .where('generation', '=', session.generation)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Ends a session and its claim of a phone; the account's row must be locked by this transaction. */
export async function endSession(db: Kysely<Database>, { id, account_id }: SessionRow, now: number): Promise<void> {
  await db.updateTable('sessions').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).execute();
  await dropPhoneClaim(db, account_id, id);
  afterTransaction((server) => sessionCache(server).forget({ sessionId: id }));
}

/** Signs the account out everywhere, forgets its known devices and drops its claim of a phone. */
export async function endAllSessions(db: Kysely<Database>, accountId: string, now: number): Promise<void> {
  await forgetDevices(db, accountId);
  await endSessionsOf(db, { accountId }, now);
}

/**
 * Ends every session of the account and keeps its known devices. A mark gives no access, but without one the owner can
 * be locked out by a stranger who requests codes.
 */
export function endSessionsAlone(db: Kysely<Database>, accountId: string, now: number): Promise<void> {
  return endSessionsOf(db, { accountId }, now);
}

/** Ends every other session of the account, forgets its known devices and drops its claim of a phone. */
export async function endOtherSessions(
  db: Kysely<Database>,
  kept: { accountId: string; sessionId: string },
  now: number,
): Promise<void> {
  await forgetDevices(db, kept.accountId);
  await endSessionsOf(db, kept, now);
}

async function endSessionsOf(
  db: Kysely<Database>,
  { accountId, sessionId: kept }: { accountId: string; sessionId?: string },
  now: number,
): Promise<void> {
  await dropPhoneClaim(db, accountId);
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .$if(kept !== undefined, (query) => query.where('id', '!=', kept ?? ''))
    .where('ended_at', 'is', null)
    .execute();
  afterTransaction((server) => sessionCache(server).forget({ accountId }));
}
