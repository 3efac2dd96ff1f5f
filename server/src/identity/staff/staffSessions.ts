import { randomUUID } from 'node:crypto';
import type { StaffMember } from '@companion/contract/staff/staffSession';
import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { toFlag } from '../../platform/db/table.ts';
import { hashToken, randomToken } from '../../platform/deriveKeys.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { DAY, HOUR, MINUTE } from '../../platform/time.ts';
import { autocommitIfPossible } from '../../platform/transact.ts';
import { lockMember } from './memberQueries.ts';

/** Decision 046: a session ends after 12 hours that no one uses it, 7 days after the sign-in at the latest. */
export const STAFF_SESSION_IDLE_MS = 12 * HOUR;
export const STAFF_SESSION_MAX_AGE_MS = 7 * DAY;
/** How long a password, passkey or code counts for calls that need it again. */
const CONFIRMED_MS = 10 * MINUTE;
export const SECOND_FACTOR_WITHIN_MS = 10 * MINUTE;
/** Saves a write for most uses; a session may end this much earlier. */
const USE_RECORDED_EVERY_MS = MINUTE;
const USER_AGENT_MAX = 200;

/** A member of the staff with the session that sends the request. */
export interface SignedInMember extends StaffMember {
  sessionId: string;
  confirmedAt: number;
  factorAt: number | null;
}

/** @returns the token for the session's cookie, of which only the hash is stored */
export async function openStaffSession(
  db: Kysely<Database>,
  staffId: string,
  userAgent: string,
  now: number,
  { needsSecondFactor = false, withFactor = false } = {},
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('staff_sessions')
    .values({
      id: randomUUID(),
      staff_id: staffId,
      token_hash: hashToken(token),
      needs_second_factor: toFlag(needsSecondFactor),
      user_agent: userAgent.slice(0, USER_AGENT_MAX),
      created_at: now,
      last_used_at: now,
      confirmed_at: now,
      factor_at: withFactor ? now : null,
    })
    .execute();
  return token;
}

/**
 * Who a session's token belongs to; undefined when it has ended. It is looked up for each request, so that an ended
 * session and a withdrawn role are rejected at once on every node; the staff are few.
 * @param isUse whether a person has caused the request: those that a page makes by itself keep no session alive
 */
export async function findSignedInMember(
  services: Services,
  token: string,
  isUse: boolean,
): Promise<SignedInMember | undefined> {
  const now = services.now();
  const found = await openSessions(services.db, now)
    .select(['staff.id', 'email', 'name', 'role'])
    .select(['staff_sessions.id as sessionId', 'last_used_at as lastUsedAt'])
    .select(['confirmed_at as confirmedAt', 'factor_at as factorAt'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!found) return undefined;
  const { lastUsedAt, ...member } = found;
  if (isUse && lastUsedAt <= now - USE_RECORDED_EVERY_MS) await recordUse(services, member.sessionId, now);
  return member;
}

/** This token's session and its member, if the password was right and only the second factor is missing. */
export function findPendingSession(db: ReadDatabase, token: string, now: number): Promise<PendingSession | undefined> {
  return db
    .selectFrom('staff_sessions')
    .select(['id', 'staff_id as staffId'])
    .where('token_hash', '=', hashToken(token))
    .where('needs_second_factor', '=', 1)
    .where('created_at', '>', now - SECOND_FACTOR_WITHIN_MS)
    .executeTakeFirst();
}

export interface PendingSession {
  id: string;
  staffId: string;
}

/** The sessions of members that may be used. */
const openSessions = (db: ReadDatabase, now: number) =>
  db
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
    .where('needs_second_factor', '=', 0)
    .where('last_used_at', '>', now - STAFF_SESSION_IDLE_MS)
    .where('staff_sessions.created_at', '>', now - STAFF_SESSION_MAX_AGE_MS)
    .where('removed_at', 'is', null);

/** Which of these sessions may be used. */
export async function openStaffSessionsOf(db: ReadDatabase, ids: string[], now: number): Promise<Set<string>> {
  const found = await openSessions(db, now).select('staff_sessions.id').where('staff_sessions.id', 'in', ids).execute();
  return new Set(found.map(({ id }) => id));
}

function recordUse(services: Services, sessionId: string, now: number) {
  return autocommitIfPossible(services, (db) =>
    db
      .updateTable('staff_sessions')
      .set({ last_used_at: now })
      .where('id', '=', sessionId)
      .where('last_used_at', '<=', now - USE_RECORDED_EVERY_MS)
      .execute(),
  );
}

export const isConfirmed = ({ confirmedAt }: SignedInMember, now: number): boolean => now < confirmedAt + CONFIRMED_MS;

/** Whether the member has given a second factor so recently that it counts for calls that need it again. */
export const hasGivenFactor = ({ factorAt }: SignedInMember, now: number): boolean =>
  factorAt !== null && now < factorAt + CONFIRMED_MS;

/**
 * Locks the member's row and reads session and role again under that lock: a request may wait while another ends them.
 * @throws DomainError `signedOut`, or `forbidden` when the role has changed
 */
export async function lockSignedInMember(db: Kysely<Database>, member: SignedInMember, now: number): Promise<void> {
  const row = await lockMember(db, member.id);
  const session = await openSessions(db, now)
    .select('staff_sessions.id')
    .where('staff_sessions.id', '=', member.sessionId)
    .executeTakeFirst();
  if (!row || !session) reject('signedOut', 'Please sign in.');
  if (row.role !== member.role) reject('forbidden', 'Your role has changed. Please reload the page.');
}

/** Ends a session, if it is this member's. @returns whether it was */
export async function endStaffSession(db: Kysely<Database>, staffId: string, id: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('staff_sessions')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends the session that a browser had before it signs in again. */
export async function endReplacedSession(db: Kysely<Database>, token: string): Promise<void> {
  await db.deleteFrom('staff_sessions').where('token_hash', '=', hashToken(token)).execute();
}

/** Signs a member out everywhere, or everywhere but in one session. */
export async function endAllStaffSessions(db: Kysely<Database>, staffId: string, except = ''): Promise<void> {
  await db.deleteFrom('staff_sessions').where('staff_id', '=', staffId).where('id', '!=', except).execute();
}

/** The sessions that a member may use, last used first. */
export function listStaffSessions(db: ReadDatabase, staffId: string, now: number) {
  return openSessions(db, now)
    .selectAll('staff_sessions')
    .where('staff_id', '=', staffId)
    .orderBy('last_used_at', 'desc')
    .orderBy('staff_sessions.id')
    .execute();
}

/** Records that the member has just entered the password, or given a second factor. */
export async function confirmStaffSession(
  db: Kysely<Database>,
  id: string,
  confirmed: { confirmed_at?: number; factor_at?: number },
): Promise<void> {
  await db.updateTable('staff_sessions').set(confirmed).where('id', '=', id).execute();
}
