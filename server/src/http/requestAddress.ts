import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The address of a request. If a proxy forwards an invalid one, the proxy's own counts. */
export const addressOfRequest = ({ ip, socket }: FastifyRequest): string =>
  addressOf(ip) ?? addressOf(socket.remoteAddress ?? '') ?? 'unknown';

/** The /48 of an IPv6 address, of which one owner may have every /64; undefined for IPv4. */
export function networkOfRequest(request: FastifyRequest): string | undefined {
  const address = addressOfRequest(request);
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}::/48` : undefined;
}

/** @returns what counts as one address (a /64 of IPv6 usually has one owner), or undefined if the text is not one */
export function addressOf(text: string): string | undefined {
  const ip = withoutPort(text);
  if (!ipaddr.isValid(ip) || !(ip.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(ip))) return undefined;
  // An IPv4-mapped IPv6 address is that IPv4 address.
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString();
}

/** Some proxies write `203.0.113.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const [, v6, v4] = /^(?:\[(.*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  return v6 ?? v4 ?? text;
}

/** Whether the request comes from this machine and not through a proxy, if the proxy sets the usual headers. */
export const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
