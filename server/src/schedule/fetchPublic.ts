import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { isPublicAddress, RefusedHost } from '../platform/guardedLookup.ts';
import { guardedRequest } from '../platform/guardedRequest.ts';

/** Fetches what is at an address, or returns why it cannot be. The reason continues a sentence that begins with the address. */
export type FetchPublic = (address: string) => Promise<{ bytes: Uint8Array } | { error: string }>;

export interface FetchPublicOptions {
  /** Which IP addresses may be contacted. Default: those on the public internet. */
  allows?: (address: string) => boolean;
  /** Of one address, with its redirects. */
  timeoutMs?: number;
  /** Certificates to trust instead of the default ones. */
  ca?: string;
  /** How hosts are looked up. */
  lookup?: typeof lookup;
}

/** What is fetched: the types for the header, and the largest size. */
interface Wanted {
  accept: string;
  maxBytes: number;
}

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;

/** A problem with an address or its response. */
class FetchError extends Error {
  override readonly name = 'FetchError';
}

/**
 * Addresses in schedules, and those that someone types, could attack internal servers. Only https is fetched, only from
 * public IP addresses (checked in the address, in redirects and in DNS answers), and only up to a size and a time.
 */
export function makeFetchPublic(
  { accept, maxBytes }: Wanted,
  { allows = isPublicAddress, timeoutMs = TIMEOUT_MS, ca, lookup: find = lookup }: FetchPublicOptions = {},
): FetchPublic {
  return async (address) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return { bytes: await fetchBytes(address, { allows, ca, signal, accept, maxBytes, find }) };
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
  if (error instanceof FetchError || error instanceof RefusedHost) return error.message;
  if (!(error instanceof Error) || error instanceof TypeError) throw error;
  const code = 'code' in error ? String(error.code) : '';
  return `cannot be fetched: ${KNOWN_FAULTS[code] ?? error.message}`;
}

interface Limits extends Wanted {
  allows(address: string): boolean;
  ca: string | undefined;
  signal: AbortSignal;
  find: typeof lookup;
}

async function fetchBytes(address: string, { accept, maxBytes, ...limits }: Limits): Promise<Uint8Array> {
  let url = readAddress(address);
  for (let redirects = 0; ; redirects++) {
    const sent = { accept, 'accept-encoding': 'identity' };
    const response = await guardedRequest(url, { ...limits, agent: false, headers: sent });
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return await readAll(response, maxBytes);
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || !headers.location) {
      throw new FetchError(`cannot be fetched: the server answered ${statusCode}`);
    }
    if (redirects === MAX_REDIRECTS) throw new FetchError(`is redirected more than ${MAX_REDIRECTS} times`);
    url = readAddress(headers.location, url);
  }
}

function readAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw new FetchError('is not an address');
  if (url.protocol !== 'https:') {
    throw new FetchError(base ? `is redirected to ${url.href}, which is not https` : 'is not an https address');
  }
  // Credentials in an address are not sent.
  url.username = '';
  url.password = '';
  return url;
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new FetchError(`is larger than ${maxBytes / 1024 / 1024} MB`);
  if (Number(response.headers['content-length']) > maxBytes) {
    response.destroy();
    throw tooLarge();
  }
  const parts: Buffer[] = [];
  let size = 0;
  // No encoding is set, so the chunks are buffers.
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw tooLarge();
    parts.push(part);
  }
  if (!response.complete) throw new FetchError('is incomplete');
  return Buffer.concat(parts);
}
