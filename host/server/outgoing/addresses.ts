/** Classifies IP addresses: on the public Internet, in a private network, or on this machine and its local link. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Names the class of an address. `near`: this machine, its local link, or an address that no other machine has, such as
 * multicast.
 */
export type Place = 'public' | 'private' | 'near';

function listOf(...ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/');
    list.addSubnet(net, Number(prefix), isIPv4(net) ? 'ipv4' : 'ipv6');
  }
  return list;
}

const privateNets = listOf('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10');
const nearNets = listOf(
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/127',
  'fe80::/10',
  'ff00::/8',
);
/** Prefixes of IPv6 addresses that contain an IPv4 address, and the bit at which the IPv4 address begins. */
const carriers: readonly (readonly [BlockList, at: number])[] = [
  [listOf('::ffff:0:0/96', '64:ff9b::/96', '::/96'), 96],
  [listOf('2002::/16'), 16],
];

/** Returns the 16 bytes of an IPv6 address. */
function bytesOf(address: string): number[] {
  // The URL parser normalises the address to hexadecimal groups, without a dotted IPv4 part.
  const plain = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const words = (text: string | undefined) => (text ? text.split(':').map((word) => parseInt(word, 16)) : []);
  const [before, after] = [words(head), words(tail)];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<number>(zeros).fill(0), ...after].flatMap((word) => [word >> 8, word & 255]);
}

/**
 * Returns the class of an IP address; for an IPv6 address that contains an IPv4 address, the class of that IPv4
 * address.
 * @param address without brackets
 */
export function placeOfAddress(address: string): Place {
  const kind = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (nearNets.check(address, kind)) return 'near';
  if (privateNets.check(address, kind)) return 'private';
  if (kind === 'ipv4') return 'public';
  const carried = carriers.find(([nets]) => nets.check(address, 'ipv6'));
  if (!carried) return 'public';
  return placeOfAddress(
    bytesOf(address)
      .slice(carried[1] / 8, carried[1] / 8 + 4)
      .join('.'),
  );
}

/** Matches endings of names that do not exist in the public DNS (RFC 6762 §3 and appendix G, RFC 8375). */
const ownEndings = /\.(?:local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/**
 * Tells whether a host name can only have addresses of this class, so that the whitelist need not contain the address.
 */
export function isNameOf(host: string, place: Place): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (place === 'near') return /(?:^|\.)localhost$/.test(name);
  return place === 'private' && (!name.includes('.') || ownEndings.test(name));
}
