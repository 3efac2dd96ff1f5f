import { type LookupAddress, lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { PICTURE_LIMIT, pictureEnding, pictureError } from '../event/pictureFile.ts';

export type FetchedPicture = { bytes: Uint8Array; ending: string } | { error: string };
/** Fetches a picture from the web, or returns the reason for the failure. */
export type FetchPicture = (address: string) => Promise<FetchedPicture>;

export interface FetchPictureOptions {
  /** Which IP addresses may be contacted. Default: those on the public internet. */
  allows?: (address: string) => boolean;
  /** For one picture. */
  timeoutMs?: number;
  /** Certificates to trust instead of the default ones. */
  ca?: string;
}

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;

/** The part of IPv6 that is in use. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is on the public internet, not on this machine or an internal network. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  return ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_IPV6));
}

/** A problem with a picture's address or response. The message continues a sentence that begins with the address. */
class PictureError extends Error {
  override readonly name = 'PictureError';
}

/**
 * A schedule is not trusted, so its addresses could attack internal servers. Only https is fetched, only from public
 * IP addresses (checked in the address, in redirects and in DNS answers), and only up to a size and a time.
 */
export function makeFetchPicture({
  allows = isPublicAddress,
  timeoutMs = TIMEOUT_MS,
  ca,
}: FetchPictureOptions = {}): FetchPicture {
  return async (address) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const bytes = await fetchBytes(address, { allows, ca, signal });
      const ending = pictureEnding(bytes);
      if (!ending) return { error: 'is not a png, jpg or webp picture' };
      const error = pictureError(`picture.${ending}`, bytes);
      return error ? { error } : { bytes, ending };
    } catch (error) {
      return { error: describe(error, signal.aborted ? timeoutMs : undefined) };
    }
  };
}

const KNOWN_FAULTS: Record<string, string> = {
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host cannot be looked up now',
  ECONNREFUSED: 'its server refuses connections',
  ECONNRESET: 'its server cut the connection',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of its server is self-signed',
};

function describe(error: unknown, timedOut: number | undefined): string {
  if (timedOut !== undefined) return `has not arrived within ${timedOut / 1000} s`;
  if (error instanceof PictureError) return error.message;
  if (!(error instanceof Error) || error instanceof TypeError) throw error;
  const code = 'code' in error ? String(error.code) : '';
  return `cannot be fetched: ${KNOWN_FAULTS[code] ?? error.message}`;
}

interface Limits {
  allows(address: string): boolean;
  ca: string | undefined;
  signal: AbortSignal;
}

async function fetchBytes(address: string, limits: Limits): Promise<Uint8Array> {
  let url = readAddress(address);
  for (let redirects = 0; ; redirects++) {
    const response = await open(url, limits);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return await readAll(response);
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || !headers.location) {
      throw new PictureError(`cannot be fetched: the server answered ${statusCode}`);
    }
    if (redirects === MAX_REDIRECTS) throw new PictureError(`is redirected more than ${MAX_REDIRECTS} times`);
    url = readAddress(headers.location, url);
  }
}

function readAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw new PictureError('is not an address');
  if (url.protocol !== 'https:') {
    throw new PictureError(base ? `is redirected to ${url.href}, which is not https` : 'is not an https address');
  }
  // A schedule's credentials are not sent.
  url.username = '';
  url.password = '';
  return url;
}

function open(url: URL, { allows, ca, signal }: Limits): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A host that is an IP address is never looked up.
  if (isIP(host)) rejectUnlessAllowed(allows, host, host);
  return new Promise((resolve, reject) => {
    const headers = { accept: 'image/webp, image/png, image/jpeg', 'accept-encoding': 'identity' };
    const asked = request(
      url,
      { agent: false, headers, lookup: guardedLookup(allows), signal, ...(ca && { ca }) },
      resolve,
    );
    asked.on('error', reject).end();
  });
}

/** Returns the checked addresses for the connection itself, so that DNS cannot answer differently in between. */
const guardedLookup =
  (allows: Limits['allows']): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? new PictureError(`has a host without an address: ${host}`), '', 0);
      try {
        for (const { address } of found) rejectUnlessAllowed(allows, host, address);
      } catch (rejection) {
        // rejectUnlessAllowed throws errors only.
        return done(rejection as Error, '', 0);
      }
      if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };

function rejectUnlessAllowed(allows: Limits['allows'], host: string, address: string): void {
  if (allows(address)) return;
  const where = host === address ? address : `${host} (${address})`;
  throw new PictureError(`is not fetched: ${where} is not an address on the public internet`);
}

async function readAll(response: IncomingMessage): Promise<Uint8Array> {
  const tooLarge = () => new PictureError(`is larger than ${PICTURE_LIMIT / 1024 / 1024} MB`);
  if (Number(response.headers['content-length']) > PICTURE_LIMIT) {
    response.destroy();
    throw tooLarge();
  }
  const parts: Buffer[] = [];
  let size = 0;
  // No encoding is set, so the chunks are buffers.
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > PICTURE_LIMIT) throw tooLarge();
    parts.push(part);
  }
  if (!response.complete) throw new PictureError('is incomplete');
  return Buffer.concat(parts);
}
