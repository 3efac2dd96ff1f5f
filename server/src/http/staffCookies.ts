import type { FastifyReply, FastifyRequest } from 'fastify';
import { STAFF_SESSION_MAX_AGE_MS } from '../identity/staff/staffSessions.ts';
import { DAY, SECOND } from '../platform/time.ts';

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
