import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../platform/readConfig.ts';

type Origins = Pick<Config, 'appUrl' | 'allowedOrigins'>;

/** Headers that isolate the app's pages, and the origins that may call the API from a browser. */
export async function security(app: FastifyInstance, config: Origins): Promise<void> {
  const trusted = [new URL(config.appUrl).origin, ...config.allowedOrigins];
  const headers = headersOf(config);
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
    // The app reads the server's clock from `Date`.
    exposedHeaders: ['ETag', 'Retry-After', 'Date'],
    maxAge: 600,
  });
  await app.register(cookie);
}

const POLICY = 'content-security-policy';

/**
 * The policy of the built app's pages: the scripts and styles inside them run, and no other inline code. Other answers
 * have no inline code, and the hashes would be half of a small one.
 */
export const pagePolicy = async (config: Origins, folder: string): Promise<string> =>
  String(headersOf(config, await inlineHashes(folder))[POLICY]);

/** The headers are the same for every answer, so helmet computes them only once. */
function headersOf(
  { appUrl, allowedOrigins }: Origins,
  inline: InlineHashes = { scripts: [], styles: [] },
): OutgoingHttpHeaders {
  const https = appUrl.startsWith('https:');
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
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
    crossOriginResourcePolicy: { policy: allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
  });
  setHeaders(response.req, response, () => {});
  return response.getHeaders();
}

/** Sources of a content security policy: `'sha256-…'`. */
interface InlineHashes {
  scripts: string[];
  styles: string[];
}

/** Hashes the inline scripts and styles of the pages of the built app. */
export async function inlineHashes(folder: string): Promise<InlineHashes> {
  const files = await readdir(folder, { recursive: true });
  const pages = files.filter((file) => file.endsWith('.html')).map((file) => readFile(join(folder, file), 'utf8'));
  const html = (await Promise.all(pages)).join('\n');
  return { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') };
}

/** Only elements without attributes: those with a `src` load a file. */
function hashesOf(html: string, element: 'script' | 'style'): string[] {
  const contents = html.matchAll(new RegExp(`<${element}>(.*?)(?:</${element}>|$)`, 'gs'));
  const sources = [...contents].map(([, content = '']) => `'sha256-${hash('sha256', content, 'base64')}'`);
  return [...new Set(sources)];
}
