import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Headers that keep the app's pages to themselves, and the origins that may call the API from a browser. */
export async function security(app: FastifyInstance, config: Config): Promise<void> {
  const https = config.appUrl.startsWith('https:');
  const trusted = [new URL(config.appUrl).origin, ...config.allowedOrigins];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
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
    // Pictures may be shown by an app that is served from elsewhere.
    crossOriginResourcePolicy: { policy: config.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
  });
  await app.register(cors, {
    // `false`, not a list: a strange origin then gets none of the headers, instead of all but one.
    origin: (asked, answer) => answer(null, trusted.includes(asked ?? '')),
    credentials: true,
    methods: ['GET', 'POST', 'PUT'],
    exposedHeaders: ['Retry-After'],
    maxAge: 600,
  });
  await app.register(cookie);
}
