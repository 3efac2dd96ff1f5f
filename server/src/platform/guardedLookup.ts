import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is in use. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is on the public internet, not on this machine or an internal network. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  return ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_IPV6));
}

/** A host that is not connected to. The message continues a sentence that begins with what was asked for. */
export class RefusedHost extends Error {
  override readonly name = 'RefusedHost';
}

/** Which IP addresses may be contacted. */
type Allows = (address: string) => boolean;

/**
 * Looks hosts up for a connection, and refuses those with an address that is not allowed. The checked addresses are
 * those of the connection itself, so that DNS cannot answer differently in between.
 */
export const guardedLookup =
  (allows: Allows, find: typeof lookup = lookup): LookupFunction =>
  (host, options, done) => {
    find(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? new RefusedHost(`has a host without an address: ${host}`), '', 0);
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

/**
 * A host that is an IP address is never looked up, so it is checked before.
 * @throws RefusedHost
 */
export function rejectUnlessHostAllowed(allows: Allows, { hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) rejectUnlessAllowed(allows, host, host);
}

function rejectUnlessAllowed(allows: Allows, host: string, address: string): void {
  if (allows(address)) return;
  const where = host === address ? address : `${host} (${address})`;
  throw new RefusedHost(`is not fetched: ${where} is not an address on the public internet`);
}
