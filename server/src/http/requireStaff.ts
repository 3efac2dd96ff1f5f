import type { StaffCall } from '@companion/contract/staff/defineStaffCall';
import type { FastifyRequest } from 'fastify';
import { findSignedInMember, type SignedInMember } from '../identity/staff/staffSessions.ts';
import { findStageScreen, type StageScreen } from '../identity/staff/stageScreenQueries.ts';
import { type Config, isLocal } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { HttpError } from './httpError.ts';
import { readStaffCookie } from './staffCookies.ts';

/** Who sends a staff request: exactly one of the two. */
export interface StaffRequestCaller {
  member?: SignedInMember;
  stageScreen?: StageScreen;
}

/**
 * The sender of a staff request, by its cookies alone: an attendee's access token counts for nothing. A browser may be
 * both a member's and a stage screen.
 * @param allow who may make the request
 * @throws HttpError 401, or 403 for others
 */
export async function requireStaff(
  services: Services,
  request: FastifyRequest,
  allow: Exclude<StaffCall['allow'], 'everyone'>,
): Promise<StaffRequestCaller> {
  const token = readStaffCookie(request, 'session');
  const member = token && (await findSignedInMember(services, token));
  if (member && allow.includes(member.role)) return { member };
  const key = readStaffCookie(request, 'stageScreen');
  const stageScreen = key && (await findStageScreen(services, key));
  if (stageScreen && allow.includes('stageScreen')) return { stageScreen };
  if (member || stageScreen) throw new HttpError(403, 'You may not do this.', undefined, {}, 'role');
  throw new HttpError(401, 'Please sign in.');
}

/**
 * Only the console's own pages may send staff requests. The cookies are SameSite=Strict, but another host of the same
 * site counts as the same site, and a sign-in needs no cookie.
 * @throws HttpError 403
 */
export function requireOwnOrigin({ appUrl }: Config, { method, headers }: FastifyRequest): void {
  if (!appUrl.startsWith('https:') && !isLocal(appUrl)) {
    // No browser would store the cookies.
    throw new HttpError(403, 'The console needs an https:// address in APP_URL.', undefined, {}, 'origin');
  }
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  const reads = method === 'GET' || method === 'HEAD';
  // Browsers name the origin of every request that is not a GET. `none`: the person entered the address.
  const isOwn = origin === undefined ? reads : origin === new URL(appUrl).origin;
  if (isOwn && (site === 'same-origin' || (reads && site === 'none'))) return;
  throw new HttpError(403, `Please open the console at ${appUrl}.`, undefined, {}, 'origin');
}
