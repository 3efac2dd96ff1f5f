import { BlockList, isIP } from 'node:net';

/** How many bits of an address a network must fix: with fewer it would be a good part of the world. */
const FIXED_BITS = { ipv4: { min: 8, max: 32 }, ipv6: { min: 20, max: 128 } };

/** Reads networks in CIDR notation, separated by commas; `wrong` are the entries that are none. */
export function readNetworks(list: string): { networks: BlockList; wrong: string[] } {
  const networks = new BlockList();
  const entries = list.split(',').map((entry) => entry.trim());
  const wrong = entries.filter((entry) => entry !== '' && !add(networks, entry));
  return { networks, wrong };
}

function add(networks: BlockList, entry: string): boolean {
  const [, address = '', digits = ''] = /^([^/%]+)\/(\d{1,3})$/.exec(entry) ?? [];
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  const bits = Number(digits);
  const { min, max } = FIXED_BITS[family];
  // An IPv4 address that is written as one of IPv6 counts as IPv4, so its network would have no address.
  const isMapped = family === 'ipv6' && address.includes('.');
  if (isIP(address) === 0 || isMapped || bits < min || bits > max) return false;
  networks.addSubnet(address, bits, family);
  return true;
}
