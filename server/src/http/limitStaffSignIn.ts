import type { FastifyRequest } from 'fastify';
import { emailKey } from '../identity/accounts/accountQueries.ts';
import { findMember, findMemberByEmail } from '../identity/staff/memberQueries.ts';
import type { StaffRow } from '../platform/db/staffSchema.ts';
import { mac, sameText } from '../platform/deriveKeys.ts';
import type { Limit } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';
import { DAY, HOUR, MINUTE } from '../platform/time.ts';
import { limitFlood } from './limits.ts';
import { addressOfRequest, networkOfRequest } from './requestAddress.ts';
import { readStaffCookie } from './staffCookies.ts';

/** Attempts of strangers in five minutes from a /48 of IPv6, which has 65,536 addresses as we count them. */
export const NETWORK_MAX = 300;

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
  for (const limit of limitsOfStrangers(request, email)) await limitFlood(services, limit);
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
  const member = await findMember(services.db, staffId);
  const isKnown = member && isKnownBrowser(services, request, member);
  const whose = isKnown ? `${staffId} by a known browser` : staffId;
  await limitFlood(services, { key: `staff second factor of ${whose}`, max: 10, window: 15 * MINUTE });
  await limitFlood(services, { key: `staff second factor a day of ${whose}`, max: 50, window: DAY });
}

function limitsOfStrangers(request: FastifyRequest, email: string): Limit[] {
  const address = addressOfRequest(request);
  const network = networkOfRequest(request);
  const key = emailKey(email);
  return [
    { key: `staff sign-in from ${address}`, max: 100, window: 5 * MINUTE },
    ...(network ? [{ key: `staff sign-in from ${network}`, max: NETWORK_MAX, window: 5 * MINUTE }] : []),
    { key: `staff sign-in from ${address} to ${key}`, max: 10, window: 15 * MINUTE },
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
