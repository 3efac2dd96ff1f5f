import type { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { guardedLookup, rejectUnlessHostAllowed } from './guardedLookup.ts';

interface GuardedOptions extends Omit<RequestOptions, 'ca' | 'lookup'> {
  /** Which IP addresses may be contacted. */
  allows: (address: string) => boolean;
  /** How hosts are looked up. */
  find?: typeof lookup | undefined;
  /** The certificates that are trusted, in place of those of the system. */
  ca?: string | undefined;
}

/**
 * Asks a server that a stranger may have named, only at an IP address that is allowed. No redirect is followed. Read the
 * body of the answer, or destroy it.
 * @throws RefusedHost, or an error of the connection
 */
export async function guardedRequest(
  url: URL,
  { allows, find, ca, ...options }: GuardedOptions,
  body?: Buffer,
): Promise<IncomingMessage> {
  rejectUnlessHostAllowed(allows, url);
  return new Promise((resolve, reject) => {
    request(url, { ...options, lookup: guardedLookup(allows, find), ...(ca && { ca }) }, resolve)
      .on('error', reject)
      // Neither an answer nor an error comes where the server changes the protocol (101): Node closes the connection.
      .on('close', () => reject(new Error('the connection was closed without an answer')))
      .end(body);
  });
}
