import type { StaffMember } from '@companion/contract/staff/staffSession';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { emailKey } from '../identity/accounts/accountQueries.ts';
import { findMember, findMemberByEmail, toStaffMember } from '../identity/staff/memberQueries.ts';
import { recordAudit } from '../identity/staff/recordAudit.ts';
import { endReplacedSession, openStaffSession, STAFF_SESSION_MAX_AGE_MS } from '../identity/staff/staffSessions.ts';
import type { StaffRow } from '../platform/db/staffSchema.ts';
import { mac, sameText } from '../platform/deriveKeys.ts';
import type { Limit } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../platform/time.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { limitFlood, limitFloods } from './limits.ts';
import { limitsByAddress } from './requestAddress.ts';

/**
 * Signs a member in: opens a session in place of the one that the browser has, in the transaction that proves who it is.
 * @param prove finds and locks the member, or throws
 * @param audited the name of the call, and what else it sets
 * @param withFactor whether the proof includes a second factor
 */
export async function signInMember(
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { withFactor = false, ...audited }: { action: string; fields?: string[]; withFactor?: boolean },
  prove: (tx: Transacting) => Promise<StaffRow>,
): Promise<StaffMember> {
  const { member, token } = await transact(services, async (tx) => {
    const member = await prove(tx);
    const token = await replaceSession(tx, request, member.id, { withFactor });
    await recordAudit(tx, {
      ...audited,
      staffId: member.id,
      entity: 'member',
      entityId: member.id,
      traceId: request.id,
    });
    return { member, token };
  });
  setStaffCookie(reply, 'session', token);
  setStaffCookie(reply, 'knownBrowser', knownBrowserMark(services, member));
  return toStaffMember(member);
}

/** @returns the token of another session, never that of one that may have been planted in the browser */
export async function replaceSession(
  { db, now }: Transacting,
  request: FastifyRequest,
  staffId: string,
  options: { needsSecondFactor?: boolean; withFactor?: boolean },
): Promise<string> {
  const before = readStaffCookie(request, 'session');
  if (before) await endReplacedSession(db, before);
  return openStaffSession(db, staffId, request.headers['user-agent'] ?? '', now(), options);
}

/** Attempts of strangers in five minutes from one address, also from the venue's: few of the staff sign in at once. */
export const STRANGERS_PER_ADDRESS = 100;

/**
 * Counts an attempt to sign in before it waits for its turn: parallel guesses can neither exceed the limits nor fill the
 * queue. A browser that has signed in to the account before has a limit of its own: strangers cannot lock a member out of
 * it.
 * @returns a queue for the browser's member, or undefined for that of strangers
 * @throws DomainError `limited`, whether or not the e-mail is on record
 */
export async function limitStaffSignIn(
  services: Services,
  request: FastifyRequest,
  email: string,
): Promise<string | undefined> {
  // Without the cookie, a flood of guesses costs no query.
  const member = readStaffCookie(request, 'knownBrowser') && (await findMemberByEmail(services.db, email));
  if (member && isKnownBrowser(services, request, member)) {
    const key = `staff sign-in by a known browser of ${member.id}`;
    await limitFlood(services, { key, max: 20, window: 15 * MINUTE });
    knownBrowsers.add(request);
    return key;
  }
  await limitFloods(services, limitsOfStrangers(services, request, email));
  return undefined;
}

/** Whether {@link limitStaffSignIn} has found that the browser has signed in to the account before. */
export const isByKnownBrowser = (request: FastifyRequest): boolean => knownBrowsers.has(request);

const knownBrowsers = new WeakSet<FastifyRequest>();

/**
 * Counts an attempt to confirm the password in a session, which a thief of the session may make.
 * @throws DomainError `limited`
 */
export function limitConfirmations(services: Services, staffId: string): Promise<void> {
  return limitFlood(services, { key: `staff confirmation of ${staffId}`, max: 10, window: 15 * MINUTE });
}

/**
 * Counts an attempt to enter a code before it is compared. A guess is right three times in a million: 50 a day have a
 * chance of 0.015 %, and need the password first. A known browser has limits of its own: a thief of the password cannot
 * lock a member out of it.
 * @throws DomainError `limited`
 */
export async function limitSecondFactors(services: Services, request: FastifyRequest, staffId: string): Promise<void> {
  const whose = await whoseFactor(services, request, staffId);
  await limitFlood(services, { key: `staff second factor of ${whose}`, max: 10, window: 15 * MINUTE });
  await limitFlood(services, { key: `staff second factor a day of ${whose}`, max: 50, window: DAY });
}

/**
 * Counts a mail with a code that a browser asks for, which knows the password.
 * @throws DomainError `limited`
 */
export async function limitMailedCodes(services: Services, request: FastifyRequest, staffId: string): Promise<void> {
  const whose = await whoseFactor(services, request, staffId);
  await limitFlood(
    services,
    { key: `staff code mail pause of ${whose}`, max: 1, window: MINUTE },
    'Please wait a minute.',
  );
  await limitFlood(services, { key: `staff code mails of ${whose}`, max: 5, window: HOUR });
}

async function whoseFactor(services: Services, request: FastifyRequest, staffId: string): Promise<string> {
  const member = await findMember(services.db, staffId);
  return member && isKnownBrowser(services, request, member) ? `${staffId} by a known browser` : staffId;
}

function limitsOfStrangers({ config }: Services, request: FastifyRequest, email: string): Limit[] {
  const key = emailKey(email);
  const byAddress = [
    { key: (from: string) => `staff sign-in from ${from}`, max: STRANGERS_PER_ADDRESS, window: 5 * MINUTE },
    { key: (from: string) => `staff sign-in from ${from} to ${key}`, max: 10, window: 15 * MINUTE },
  ];
  return [
    ...byAddress.flatMap((limited) => limitsByAddress(config, request, limited)),
    { key: `staff sign-in to ${key}`, max: 100, window: HOUR },
  ];
}

/** Whether the browser has signed in to the account with its present password, or has set it. */
function isKnownBrowser(services: Services, request: FastifyRequest, member: StaffRow): boolean {
  return sameText(readStaffCookie(request, 'knownBrowser') ?? '', knownBrowserMark(services, member));
}

/** Proves an earlier sign-in with the present password, and gives no access. */
export const knownBrowserMark = (
  { keys }: Pick<Services, 'keys'>,
  { id, password_hash }: Pick<StaffRow, 'id' | 'password_hash'>,
): string => mac(keys.staff, 'known browser', id, password_hash);

/**
 * `__Host-`: a browser stores the cookie only from this very host, over HTTPS or from its own machine, so that neither
 * another subdomain nor a network can plant one (decision 046).
 */
const COOKIES = {
  session: { name: '__Host-staff', maxAge: STAFF_SESSION_MAX_AGE_MS },
  /** Says that the browser has signed in to this account before. It gives no access. */
  knownBrowser: { name: '__Host-staff-browser', maxAge: 365 * DAY },
  stageScreen: { name: '__Host-stage', maxAge: 365 * DAY },
};
type StaffCookie = keyof typeof COOKIES;

const OPTIONS = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const;

/** The value of a cookie, if it has the form of those that this server sets: 256 bits. */
export function readStaffCookie(request: FastifyRequest, cookie: StaffCookie): string | undefined {
  const value = request.cookies[COOKIES[cookie].name];
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

export function setStaffCookie(reply: FastifyReply, cookie: StaffCookie, value: string): void {
  const { name, maxAge } = COOKIES[cookie];
  reply.setCookie(name, value, { ...OPTIONS, maxAge: maxAge / SECOND });
}

export function clearStaffCookie(reply: FastifyReply, cookie: StaffCookie): void {
  reply.clearCookie(COOKIES[cookie].name, OPTIONS);
}
