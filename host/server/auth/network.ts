import { isIPv6 } from 'node:net';

/**
 * Returns the part of an address that its owner cannot change freely: a whole IPv4 address (also of an IPv4-mapped IPv6
 * address), or the first 64 bits of an IPv6 address, for instance `2001:db8:0:1::/64`. A text that is no address is
 * returned unchanged.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  // An embedded IPv4 address at the end takes the place of two groups.
  const written = left.length + right.length + ([...left, ...right].at(-1)?.includes('.') ? 1 : 0);
  const groups = tail === undefined ? left : [...left, ...new Array<string>(8 - written).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
