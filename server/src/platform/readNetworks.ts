import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network, or a single address: the bits that its addresses have in common. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** How many bits a network must fix at least: with fewer it would be a good part of the world. */
const FIXED_BITS = { ipv4: 8, ipv6: 20 };

/** Reads networks in CIDR notation, separated by commas; `wrong` are the entries that are none. */
export function readNetworks(list: string): { networks: Network[]; wrong: string[] } {
  const entries = list.split(',').map((entry) => entry.trim());
  const read = entries.filter(Boolean).map((entry) => ({ entry, network: readNetwork(entry) }));
  return {
    networks: read.flatMap(({ network }) => (network ? [network] : [])),
    wrong: read.filter(({ network }) => !network).map(({ entry }) => entry),
  };
}

function readNetwork(entry: string): Network | undefined {
  const [address = '', digits = '', ...others] = entry.split('/');
  // An IPv4 address that is written as one of IPv6 counts as IPv4, so its network would have no address.
  const isMapped = address.includes(':') && address.includes('.');
  if (isIP(address) === 0 || address.includes('%') || isMapped || !/^\d{1,3}$/.test(digits) || others.length > 0) {
    return undefined;
  }
  const network: Network = [ipaddr.parse(address), Number(digits)];
  const most = network[0].toByteArray().length * 8;
  return network[1] >= FIXED_BITS[network[0].kind()] && network[1] <= most ? network : undefined;
}

/** Whether one of these networks has addresses of this one. */
export const overlapsOne = (networks: readonly Network[], [address, bits]: Network): boolean =>
  networks.some(([other, otherBits]) => {
    if (other.kind() !== address.kind()) return false;
    // Of the same kind, which TypeScript cannot see.
    return (address as ipaddr.IPv4).match(other as ipaddr.IPv4, Math.min(bits, otherBits));
  });
