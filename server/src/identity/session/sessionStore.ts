import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { compiledOnce } from '../../platform/db/compiledOnce.ts';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { toFlag } from '../../platform/db/table.ts';
import { reject } from '../../platform/domainError.ts';
import { openSessions, SESSION_IDLE_MS } from '../../platform/openSessions.ts';
import type { Services } from '../../platform/services.ts';
import { DAY } from '../../platform/time.ts';
import { afterTransaction, autocommit, type Transacting, transact } from '../../platform/transact.ts';
import { lockAccount } from '../accounts/accountQueries.ts';
import { dropPhoneClaim } from './phoneClaim.ts';
import { type SignedIn, sessionCache, type VerifiedSession } from './sessionCache.ts';
import { readAccessToken, readRefreshToken } from './tokens.ts';

/** Decision 031: a session ends 14 days after its last refresh, 30 days after it was opened at the latest. */
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
      proved: toFlag(phoneProved),
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

export const isOpen = (session: Pick<SessionRow, 'ended_at' | 'expires_at' | 'rotated_at'>, now: number): boolean =>
  session.ended_at === null && now < session.expires_at && now < session.rotated_at + SESSION_IDLE_MS;

/** Runs with almost every request of a phone. Not all columns: PostgreSQL could not keep a plan of it. */
const readSession = compiledOnce((db: ReadDatabase, { sessionId }: { sessionId: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['account_id', 'ended_at', 'expires_at', 'rotated_at', 'registered_elsewhere'])
    .where('sessions.id', '=', sessionId),
);

/** A session of this account if it is open, by the database and not by the cache. */
export async function findOpenSession(db: ReadDatabase, { sessionId, accountId }: SignedIn, now: number) {
  const [session] = await readSession(db, { sessionId });
  return session?.account_id === accountId && isOpen(session, now) ? session : undefined;
}

/** Which of these sessions are open, by the database. */
export async function openSessionsOf(db: ReadDatabase, ids: string[], now: number): Promise<Set<string>> {
  const found = await openSessions(db, now).select('id').where('id', 'in', ids).execute();
  return new Set(found.map(({ id }) => id));
}

/**
 * Who an access token belongs to, and when it expires; undefined when it is not valid or its session has ended. A
 * session ended by this node is rejected at once, one ended by another node within seconds (decision 031).
 */
export async function verifySession(services: Services, token: string): Promise<VerifiedSession | undefined> {
  const cache = sessionCache(services);
  const now = services.now();
  const known = cache.find(token, now);
  if (known?.isFresh) return known;
  const { endings } = cache;
  const claims = known ?? (await readAccessToken(services, token));
  const session = claims && (await findOpenSession(services.db, claims.signedIn, now));
  if (!session) return undefined;
  const { signedIn, expiresAt } = claims;
  const verified = { signedIn, expiresAt, registeredElsewhere: session.registered_elsewhere === 1 };
  cache.keep(token, { ...verified, lookedUpAt: now }, endings);
  return verified;
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
export async function endSession({ db, now }: Transacting, { id, account_id }: SessionRow): Promise<void> {
  const ended_at = now();
  await db.updateTable('sessions').set({ ended_at }).where('id', '=', id).where('ended_at', 'is', null).execute();
  await dropPhoneClaim(db, account_id, { sessionId: id });
  await db.deleteFrom('push_devices').where('session_id', '=', id).execute();
  afterTransaction((db) => sessionCache({ db }).forget({ sessionId: id }));
}

/**
 * Signs the account out everywhere, forgets its known devices and drops its claim of a phone.
 * @param kept `sessionId`: a session that goes on, and so does its claim; `devices`: whether the devices stay known, because a mark gives no
 * access, but without one the owner can be locked out by a stranger who requests codes
 */
export async function endSessions(
  { db, now }: Transacting,
  accountId: string,
  kept: { sessionId?: string; devices?: boolean } = {},
): Promise<void> {
  if (!kept.devices) await db.deleteFrom('known_devices').where('account_id', '=', accountId).execute();
  await dropPhoneClaim(db, accountId, { exceptOf: kept.sessionId });
  // Whoever had the account, or has stolen a phone, may know it.
  await db.deleteFrom('own_calendars').where('account_id', '=', accountId).execute();
  await db
    .deleteFrom('push_devices')
    .where('account_id', '=', accountId)
    .where('session_id', '!=', kept.sessionId ?? '')
    .execute();
  await db
    .updateTable('sessions')
    .set({ ended_at: now() })
    .where('account_id', '=', accountId)
    .where('id', '!=', kept.sessionId ?? '')
    .where('ended_at', 'is', null)
    .execute();
  afterTransaction((db) => sessionCache({ db }).forget({ accountId }));
}

/**
 * Locks the account's row and reads the session again under that lock. An access token outlives its session by some
 * seconds, and a request may wait while another ends the session. So every transaction that changes or proves a phone
 * or an e-mail calls this first (decision 022).
 * @throws DomainError `signedOut` when the session has ended
 */
export async function lockSession(
  { db, now }: Transacting,
  { accountId, sessionId }: SignedIn,
): Promise<{ account: AccountRow; session: SessionRow }> {
  const account = await lockAccount(db, { id: accountId });
  const session = await findSession(db, sessionId);
  return account && session && isOpen(session, now()) ? { account, session } : reject('signedOut', 'Please sign in.');
}

/** How long the parent's parent counts as a late request rather than a stolen token (decision 031). */
const GRACE_MS = 30_000;

/**
 * The session after a refresh with this token; undefined if the token is not valid.
 * - the current token: gives the next one;
 * - its parent: gives the current one again, any number of times (two tabs, a lost answer);
 * - the parent's parent, within the grace period: gives the current one, for a late request;
 * - any older token, or that one later: counts as stolen, so the family is ended.
 */
export async function refreshSession(services: Services, token: string): Promise<SessionRow | undefined> {
  const { db, keys, now } = services;
  const claim = readRefreshToken(keys, token);
  if (!claim) return undefined;

  for (;;) {
    const session = await findSession(db, claim.sessionId);
    if (!session || !isOpen(session, now())) return undefined;

    // A newer token than the row knows was issued before a backup was restored; it is valid.
    if (claim.generation >= session.generation) {
      const rotated = await autocommit(services, (writer) =>
        rotateSession(writer, session, claim.generation + 1, now()),
      );
      if (rotated) return rotated;
      continue; // Another request rotated it in between: this token is now the parent.
    }
    if (claim.generation === session.generation - 1) return session;
    const isLate = claim.generation === session.generation - 2 && now() - session.previous_rotated_at <= GRACE_MS;
    if (isLate) return session;
    await transact(services, async (tx) => {
      await lockAccount(tx.db, { id: session.account_id });
      await endSession(tx, session);
    });
    return undefined;
  }
}
