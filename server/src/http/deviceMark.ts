import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_LIFETIME } from '../identity/session/knownDevices.ts';
import type { Config } from '../platform/readConfig.ts';
import { SECOND } from '../platform/time.ts';

const COOKIE = 'device';
/** People share devices, and open links of other accounts: a sign-in to one account must not forget the others. */
const MAX_MARKS = 5;
const SEPARATOR = '.';

/**
 * The marks of the requesting device, one for each account that it last signed in to, newest first, if they have the
 * form of those that this server sets: 256 random bits each.
 */
export function readDeviceMarks(request: FastifyRequest): string[] {
  const marks = request.cookies[COOKIE]?.split(SEPARATOR) ?? [];
  return marks.filter((mark) => /^[\w-]{43}$/.test(mark)).slice(0, MAX_MARKS);
}

/** Puts a mark before those that the device has. */
export function markDevice(reply: FastifyReply, config: Config, mark: string): void {
  const https = config.appUrl.startsWith('https:');
  const others = readDeviceMarks(reply.request).filter((other) => other !== mark);
  reply.setCookie(COOKIE, [mark, ...others].slice(0, MAX_MARKS).join(SEPARATOR), {
    path: '/api',
    httpOnly: true,
    secure: https,
    // An app on another origin needs a cross-site cookie.
    sameSite: config.allowedOrigins.length > 0 && https ? 'none' : 'lax',
    maxAge: DEVICE_LIFETIME / SECOND,
  });
}
