/** Parses IP addresses and networks. */
import { isIPv4, isIPv6 } from 'node:net';
import { addressText } from './addresses.js';
import { IpAddress } from './values.js';

/**
 * Returns the 4 or 16 bytes of an address; undefined: the text is no address. An IPv4-mapped IPv6 address
 * (`::ffff:1.2.3.4`) has 4 bytes.
 */
function bytesOf(text: string): Uint8Array | undefined {
  if (isIPv4(text)) return Uint8Array.from(text.split('.').map(Number));
  if (!isIPv6(text) || text.includes('%')) return undefined;
  // The last four bytes may be written as an IPv4 address.
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const [a = 0, b = 0, c = 0, d = 0] = (dotted?.[2] ?? '').split('.').map(Number);
  const plain = dotted ? `${dotted[1]}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}` : text;
  const [head = '', tail] = plain.split('::');
  const words = (part: string): number[] => (part === '' ? [] : part.split(':').map((word) => parseInt(word, 16)));
  const [before, after] = [words(head), tail === undefined ? [] : words(tail)];
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  const bytes = Uint8Array.from(all.flatMap((word) => [word >> 8, word & 255]));
  const isMapped = all.slice(0, 5).every((word) => word === 0) && all[5] === 0xffff;
  return isMapped ? bytes.slice(12) : bytes;
}

const addressOf = (bytes: Uint8Array): IpAddress => new IpAddress(bytes, addressText(bytes));

/** Parses an IP address; undefined: the text is no address. Host names are not resolved. */
export function readAddress(text: string): IpAddress | undefined {
  const bytes = bytesOf(text);
  return bytes && addressOf(bytes);
}

/** Returns the IPv4 address that a number of 32 bits represents. */
export const addressOfNumber = (number: number): IpAddress =>
  addressOf(Uint8Array.of((number >>> 24) & 255, (number >>> 16) & 255, (number >>> 8) & 255, number & 255));

export interface Network {
  contains(address: IpAddress): boolean;
}

/** Parses a network such as `10.0.0.0/8`; undefined: the text is no network. Bits after the prefix are ignored. */
export function readNetwork(text: string): Network | undefined {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text.trim()) ?? [];
  const base = bytesOf(address);
  // The prefix length of an IPv4-mapped IPv6 address includes the 96 bits before the IPv4 address.
  const prefix = Number(length) - (base?.length === 4 && address.includes(':') ? 96 : 0);
  if (!base || length === '' || prefix < 0 || prefix > base.length * 8) return undefined;
  const whole = prefix >> 3;
  const mask = (0xff00 >> (prefix & 7)) & 255;
  return {
    contains({ bytes }) {
      if (bytes.length !== base.length) return false;
      for (let index = 0; index < whole; index += 1) if (bytes[index] !== base[index]) return false;
      return whole === base.length || ((bytes[whole] ?? 0) & mask) === ((base[whole] ?? 0) & mask);
    },
  };
}
