import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_LIFETIME } from '../identity/session/knownDevices.ts';
import type { Config } from '../platform/readConfig.ts';
import { SECOND } from '../platform/time.ts';

/** Registrations have a cookie of their own: they prove nothing, and must not push out the marks of sign-ins. */
type Cookie = 'device' | 'registration';
/** People share devices, and open links of other accounts: a sign-in to one account must not forget the others. */
const MAX_MARKS = 5;
const SEPARATOR = '.';

/**
 * The marks of the requesting device, one for each account that it last signed in to, newest first, if they have the
 * form of those that this server sets: 256 random bits each.
 */
export const readDeviceMarks = (request: FastifyRequest): string[] => readMarks(request, 'device');

/** Like {@link readDeviceMarks}, for each account that the device last registered. */
export const readRegistrationMarks = (request: FastifyRequest): string[] => readMarks(request, 'registration');

function readMarks(request: FastifyRequest, cookie: Cookie): string[] {
  const marks = request.cookies[cookie]?.split(SEPARATOR) ?? [];
  return marks.filter((mark) => /^[\w-]{43}$/.test(mark)).slice(0, MAX_MARKS);
}

/** Puts a mark before those that the device has. */
export function markDevice(reply: FastifyReply, config: Config, mark: string, cookie: Cookie = 'device'): void {
  const https = config.appUrl.startsWith('https:');
  const others = readMarks(reply.request, cookie).filter((other) => other !== mark);
  reply.setCookie(cookie, [mark, ...others].slice(0, MAX_MARKS).join(SEPARATOR), {
    path: '/api',
    httpOnly: true,
    secure: https,
    // An app on another origin needs a cross-site cookie.
    sameSite: config.allowedOrigins.length > 0 && https ? 'none' : 'lax',
    maxAge: DEVICE_LIFETIME / SECOND,
  });
}
