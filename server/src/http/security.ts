import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../platform/readConfig.ts';
import type { InlineHashes } from './inlineHashes.ts';

/**
 * Headers that isolate the app's pages, and the origins that may call the API from a browser.
 * @param inline the hashes of the scripts and styles inside the app's own pages; no other inline code runs
 */
export async function security(app: FastifyInstance, config: Config, inline: InlineHashes): Promise<void> {
  const https = config.appUrl.startsWith('https:');
  const trusted = [new URL(config.appUrl).origin, ...config.allowedOrigins];
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inline.scripts],
        styleSrc: ["'self'", ...inline.styles],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https,
    // A sign-in link must not travel in a Referer header.
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    // An app on another origin may show pictures.
    crossOriginResourcePolicy: { policy: config.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  await app.register(cors, {
    // `false`, not a list: an unknown origin then gets none of the headers, instead of all but one.
    origin: (origin, answer) => answer(null, trusted.includes(origin ?? '')),
    credentials: true,
    methods: ['GET', 'POST', 'PUT'],
    // By default the answer repeats what was asked for, at any length: more than a proxy accepts as headers.
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match'],
    exposedHeaders: ['ETag', 'Retry-After'],
    maxAge: 600,
  });
  await app.register(cookie);
}

/** The headers are the same for every answer, so helmet computes them only once. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => {});
  return response.getHeaders();
}
