import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Limit } from '../platform/limit.ts';
import { type Config, isLocal } from '../platform/readConfig.ts';
import { overlapsOne } from '../platform/readNetworks.ts';

/** The address of a request, as it counts. If a proxy forwards an invalid one, the proxy's own counts. */
const addressOfRequest = (request: FastifyRequest): string => addressOf(ipOf(request)) ?? 'unknown';

/** The network of a request, which is kept with an account that registers (decision 056). */
export const networkOfRequest = (request: FastifyRequest): string => networkOf(addressOfRequest(request));

/** Whether the operator has named the network of a request as one of the venue's. */
function isFromVenue(request: FastifyRequest, { venueNetworks }: Pick<Config, 'venueNetworks'>): boolean {
  const ip = parse(ipOf(request));
  return ip !== undefined && overlapsOne(venueNetworks, [ip, ip.toByteArray().length * 8]);
}

function ipOf({ ip, socket }: FastifyRequest): string {
  return addressOf(ip) === undefined ? (socket.remoteAddress ?? '') : ip;
}

/** @returns what counts as one address (a /64 of IPv6 usually has one owner), or undefined if the text is not one */
export function addressOf(text: string): string | undefined {
  const ip = parse(text);
  return ip instanceof ipaddr.IPv6 ? prefixOf(ip, 4) : ip?.toString();
}

/**
 * The network that an address belongs to: the /24 of IPv4, the /48 of IPv6. What is no address stays as it is.
 * @param address as it counts
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address.replace(/\.\d+$/, '.0/24');
  return `${address.split(':').slice(0, 3).join(':')}::/48`;
}

/** The first groups of an IPv6 address, of 16 bits each. */
const prefixOf = ({ parts }: ipaddr.IPv6, groups: number): string =>
  `${parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':')}::/${groups * 16}`;

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const ip = withoutPort(text);
  if (!ipaddr.isValid(ip) || !(ip.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(ip))) return undefined;
  // An IPv4-mapped IPv6 address is that IPv4 address.
  return ipaddr.process(ip);
}

/** Some proxies write `203.0.113.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const [, v6, v4] = /^(?:\[(.*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  return v6 ?? v4 ?? text;
}

/** How many times the limit of one address a /48 of IPv6 has: one owner may have all of its 65,536 addresses. */
export const NETWORK_TIMES = 4;

export interface AddressLimit {
  /** @param from the address or the network that it counts */
  key(from: string): string;
  max: number;
  /** For an address in a network of the venue, where it is another. */
  venueMax?: number | undefined;
  window: number;
}

/** The limits by address of a request: that of its address, and for IPv6 a higher one of its /48. */
export function limitsByAddress(
  config: Pick<Config, 'venueNetworks'>,
  request: FastifyRequest,
  { key, max, venueMax = max, window }: AddressLimit,
): Limit[] {
  const address = addressOfRequest(request);
  const isVenue = isFromVenue(request, config);
  const of = (from: string, times: number): Limit => ({
    // A network of the venue may be smaller than a /64 or a /48: what others there send is counted apart.
    key: key(isVenue ? `${from} of the venue` : from),
    max: times * (isVenue ? venueMax : max),
    window,
  });
  return [of(address, 1), ...(address.includes(':') ? [of(networkOf(address), NETWORK_TIMES)] : [])];
}

/**
 * Whether the request names a host that no stranger's DNS can point to this server: an address, localhost or APP_URL's.
 * Otherwise a page of any site whose name leads here for a moment could read the answer (DNS rebinding). A proxy's
 * headers do not count, because a page may send them.
 */
export function isForKnownHost({ headers }: Pick<FastifyRequest, 'headers'>, appUrl: string): boolean {
  const { hostname } = URL.parse(`http://${headers.host}`) ?? {};
  if (headers.host === undefined || hostname === undefined) return false;
  // A URL's hostname has IPv6 in brackets.
  return isLocal(`http://${hostname}`) || /^[\d.]+$|^\[/.test(hostname) || hostname === new URL(appUrl).hostname;
}

/** Whether the request comes from this machine and not through a proxy, if the proxy sets the usual headers. */
export const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
