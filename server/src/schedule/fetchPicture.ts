import { type LookupAddress, lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { PICTURE_LIMIT, pictureEnding } from '../event/pictureFile.ts';
import { isPublicAddress } from './isPublicAddress.ts';

export type FetchedPicture = { bytes: Uint8Array; ending: string } | { error: string };
/** Fetches a picture from the web, or says why there is none. */
export type FetchPicture = (address: string) => Promise<FetchedPicture>;

export interface FetchPictureOptions {
  /** Which IP addresses may be asked; those of the public internet. */
  allows?: (address: string) => boolean;
  /** For one picture, in milliseconds. */
  timeLimit?: number;
  /** Certificates to trust, in place of the well-known ones. */
  ca?: string;
}

const TIME_LIMIT = 15_000;
const MOST_REDIRECTS = 3;

/** What is wrong with a picture's address or answer; the message reads on from the address. */
class PictureError extends Error {
  override readonly name = 'PictureError';
}

/**
 * A schedule is somebody else's file, so the addresses in it are asked with care: https only, no address of this
 * machine or its networks (in the address itself, in a redirect or in what DNS answers), and no more than so much, so
 * long.
 */
export function makeFetchPicture({
  allows = isPublicAddress,
  timeLimit = TIME_LIMIT,
  ca,
}: FetchPictureOptions = {}): FetchPicture {
  return async (address) => {
    const signal = AbortSignal.timeout(timeLimit);
    try {
      const bytes = await fetchBytes(address, { allows, ca, signal });
      const ending = pictureEnding(bytes);
      return ending ? { bytes, ending } : { error: 'is not a png, jpg or webp picture' };
    } catch (error) {
      return { error: describe(error, signal.aborted ? timeLimit : undefined) };
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
    if (redirects === MOST_REDIRECTS) throw new PictureError(`is redirected more than ${MOST_REDIRECTS} times`);
    url = readAddress(headers.location, url);
  }
}

function readAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw new PictureError('is not an address');
  if (url.protocol !== 'https:') {
    throw new PictureError(base ? `is redirected to ${url.href}, which is not https` : 'is not an https address');
  }
  // They are for somebody else.
  url.username = '';
  url.password = '';
  return url;
}

function open(url: URL, { allows, ca, signal }: Limits): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A host that is an IP address is never looked up.
  if (isIP(host)) refuseUnlessAllowed(allows, host, host);
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

/** Looks a host up and hands on what it has checked, so that nothing can change between the check and the connection. */
const guardedLookup =
  (allows: Limits['allows']): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? new PictureError(`has a host without an address: ${host}`), '', 0);
      try {
        for (const { address } of found) refuseUnlessAllowed(allows, host, address);
      } catch (refusal) {
        // Thrown above, as nothing else is there.
        return done(refusal as Error, '', 0);
      }
      if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };

function refuseUnlessAllowed(allows: Limits['allows'], host: string, address: string): void {
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
  // A response is a stream of buffers unless an encoding is set.
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > PICTURE_LIMIT) throw tooLarge();
    parts.push(part);
  }
  if (!response.complete) throw new PictureError('breaks off');
  return Buffer.concat(parts);
}
