/** Converts IP addresses and networks to 32-bit words, for prefix trees. */
import { isIP } from 'node:net';

/** Contains the 32-bit words of an address: one for IPv4, four for IPv6. */
export type AddressWords = readonly number[];

function wordsOfIpv4(text: string): AddressWords {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [(a << 24) | (b << 16) | (c << 8) | d];
}

function wordsOfIpv6(text: string): AddressWords {
  // The last 32 bits may be written as an IPv4 address (RFC 4291 §2.2).
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  let plain = text;
  if (dotted) {
    const [last = 0] = wordsOfIpv4(dotted[2] ?? '');
    plain = `${dotted[1] ?? ''}${(last >>> 16).toString(16)}:${(last & 0xffff).toString(16)}`;
  }
  const [head = '', tail] = plain.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':').map((group) => parseInt(group, 16)) : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array<number>(zeros).fill(0), ...after];
  return [0, 2, 4, 6].map((at) => ((all[at] ?? 0) << 16) | (all[at + 1] ?? 0));
}

/**
 * Parses an address; undefined: the text is no address. An IPv4-mapped IPv6 address (::ffff:192.0.2.1) is returned as
 * IPv4.
 */
export function addressWords(text: string): AddressWords | undefined {
  const kind = isIP(text);
  if (kind === 4) return wordsOfIpv4(text);
  if (kind === 0 || text.includes('%')) return undefined;
  const words = wordsOfIpv6(text);
  const [first, second, third, last = 0] = words;
  return first === 0 && second === 0 && third === 0xffff ? [last] : words;
}

export interface Network {
  readonly words: AddressWords;
  /** Length of the network prefix in bits. */
  readonly bits: number;
}

/** Parses a network such as 10.0.0.0/8, or a single address; undefined: the text is neither. */
export function networkOf(text: string): Network | undefined {
  const slash = text.indexOf('/');
  const words = addressWords(slash < 0 ? text : text.slice(0, slash));
  if (!words) return undefined;
  const most = words.length * 32;
  if (slash < 0) return { words, bits: most };
  const length = text.slice(slash + 1);
  if (!/^\d{1,3}$/.test(length)) return undefined;
  // The prefix length of an IPv4-mapped network is counted from the beginning of the IPv6 address.
  const bits = Number(length) - (words.length === 1 && text.includes(':') ? 96 : 0);
  return bits < 0 || bits > most ? undefined : { words: masked(words, bits), bits };
}

/** Sets all bits behind the prefix to zero. */
function masked(words: AddressWords, bits: number): AddressWords {
  return words.map((word, at) => {
    const left = bits - at * 32;
    if (left >= 32) return word;
    return left <= 0 ? 0 : word & (-1 << (32 - left));
  });
}
