import { type Call, STAFF_USE_HEADER, type StaffCaller } from '@companion/contract/defineCall';
import { getAccount } from '@companion/contract/ownAccount';
import { confirmRegistration } from '@companion/contract/registration';
import type { FastifyRequest } from 'fastify';
import type { SignedIn } from '../identity/session/sessionCache.ts';
import { verifySession } from '../identity/session/sessionStore.ts';
import { factorOf } from '../identity/staff/secondFactors.ts';
import {
  findSignedInMember,
  hasGivenFactor,
  isConfirmed,
  type SignedInMember,
} from '../identity/staff/staffSessions.ts';
import { findStageScreen, type StageScreen } from '../identity/staff/stageScreenQueries.ts';
import { type Config, isLocal } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { HttpError } from './httpError.ts';
import { readStaffCookie } from './staffSignIn.ts';

/** Who sends a request: at most one of them, and none where the call needs no session. */
export interface Sender {
  /** An attendee. */
  me?: SignedIn;
  member?: SignedInMember;
  stageScreen?: StageScreen;
}

/**
 * Finds who sends a request, and rejects those who may not make this call.
 * @throws HttpError 401 without valid credentials; 403 with a code, as the contract says
 */
export async function authenticate(services: Services, request: FastifyRequest, call: Call): Promise<Sender> {
  const { caller, stepUp } = call;
  if (caller === 'public') return {};
  if (caller === 'account') return { me: (await authenticateAccount(services, request, call)).me };
  if (caller === 'consolePage') {
    requireOwnOrigin(services.config, request);
    return {};
  }
  const sender = await authenticateStaff(services, request, caller);
  if (stepUp) await requireConfirmation(services, sender.member, stepUp);
  return sender;
}

/** @throws HttpError 403 */
export async function requireConfirmation(
  { db, now }: Services,
  member: SignedInMember | undefined,
  stepUp: true | 'factor' | 'factorOnly',
): Promise<void> {
  if (stepUp !== true && member && !hasGivenFactor(member, now()) && (await factorOf(db, member.id))) {
    throw new HttpError(403, 'Please confirm your second factor first.', undefined, {}, 'factor');
  }
  if (stepUp === 'factorOnly' || (member && isConfirmed(member, now()))) return;
  throw new HttpError(403, 'Please confirm your password first.', undefined, {}, 'confirm');
}

/** Until its owner has said who registered an account, nothing else of it is read or written (decision 022). */
const CALLS_BEFORE: readonly Call[] = [getAccount, confirmRegistration];

/**
 * The account and session of a request, by its access token, and when the token expires.
 * @param call undefined for the live stream
 * @throws HttpError 401; 403 while the owner still has to say who registered the account
 */
export async function authenticateAccount(
  services: Services,
  request: FastifyRequest,
  call?: Call,
): Promise<{ me: SignedIn; expiresAt: number }> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const verified = token && (await verifySession(services, token));
  if (!verified) throw new HttpError(401, 'Please sign in.', undefined, { 'www-authenticate': 'Bearer' });
  if (verified.registeredElsewhere && !(call && CALLS_BEFORE.includes(call)))
    throw new HttpError(403, 'Please say first whether it was you who registered. The app asks on every screen.');
  return { me: verified.signedIn, expiresAt: verified.expiresAt };
}

/**
 * The member or stage screen that sends a request, by its cookies alone: an attendee's access token counts for nothing.
 * A browser may be both a member's and a stage screen.
 * @param allowed who may make the request
 * @throws HttpError 401, or 403 for others
 */
export async function authenticateStaff(
  services: Services,
  request: FastifyRequest,
  allowed: readonly StaffCaller[],
): Promise<Pick<Sender, 'member' | 'stageScreen'>> {
  requireOwnOrigin(services.config, request);
  const member = await findMember(services, request);
  if (member && allowed.includes(member.role)) return { member };
  const stageScreen = await findScreen(services, request);
  if (stageScreen && allowed.includes('stageScreen')) return { stageScreen };
  if (member || stageScreen) throw new HttpError(403, 'You may not do this.', undefined, {}, 'role');
  throw new HttpError(401, 'Please sign in.');
}

async function findMember(services: Services, request: FastifyRequest): Promise<SignedInMember | undefined> {
  const token = readStaffCookie(request, 'session');
  // A page that is open asks by itself: it says so when a person has caused a request (decision 054).
  const isUse = !isRead(request) || request.headers[STAFF_USE_HEADER] !== undefined;
  return token ? findSignedInMember(services, token, isUse) : undefined;
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

async function findScreen(services: Services, request: FastifyRequest): Promise<StageScreen | undefined> {
  const key = readStaffCookie(request, 'stageScreen');
  return key ? findStageScreen(services, key) : undefined;
}

/**
 * Only the console's own pages may send requests that cookies authenticate, or that set such a cookie. The cookies are
 * SameSite=Strict, but another host of the same site counts as the same site, and a sign-in needs no cookie.
 * @throws HttpError 403
 */
function requireOwnOrigin({ appUrl }: Config, request: FastifyRequest): void {
  if (!appUrl.startsWith('https:') && !isLocal(appUrl)) {
    // No browser would store the cookies.
    throw new HttpError(403, 'The console needs an https:// address in APP_URL.', undefined, {}, 'origin');
  }
  const { origin, 'sec-fetch-site': site = 'same-origin' } = request.headers;
  const reads = isRead(request);
  // Browsers name the origin of every request that is not a GET. `none`: the person entered the address.
  const isOwn = origin === undefined ? reads : origin === new URL(appUrl).origin;
  if (isOwn && (site === 'same-origin' || (reads && site === 'none'))) return;
  throw new HttpError(403, `Please open the console at ${appUrl}.`, undefined, {}, 'origin');
}
