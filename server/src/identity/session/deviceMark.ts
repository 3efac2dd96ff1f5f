import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';

const COOKIE = 'device';
/** Longer than any event; the use of a mark has limits of its own (decision 023). */
export const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60;

/** The mark of the requesting device, if it has the form of one that this server sets: 256 random bits. */
export function readDevice(request: FastifyRequest): string | undefined {
  const mark = request.cookies[COOKIE];
  return mark && /^[\w-]{43}$/.test(mark) ? mark : undefined;
}

export function markDevice(reply: FastifyReply, config: Config, mark: string): void {
  const https = config.appUrl.startsWith('https:');
  reply.setCookie(COOKIE, mark, {
    path: '/api',
    httpOnly: true,
    secure: https,
    // An app on another origin needs a cross-site cookie.
    sameSite: config.allowedOrigins.length > 0 && https ? 'none' : 'lax',
    maxAge: DEVICE_COOKIE_SECONDS,
  });
}
