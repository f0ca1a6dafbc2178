/** IP addresses and URLs in rules: the text of IP addresses (RFC 5952), and the properties of URLs. */
import { Integer, IpAddress, type UrlValue, type Value } from './values.js';

/**
 * Returns the canonical text of an address of 4 or 16 bytes; an IPv4-mapped IPv6 address is written in hexadecimal
 * groups.
 */
export function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0));
  const [start, length] = longestZeros(groups);
  const text = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  return length < 2 ? text(groups) : `${text(groups.slice(0, start))}::${text(groups.slice(start + length))}`;
}

/** Returns start and length of the longest run of zero groups; of equally long runs, the first. */
function longestZeros(groups: readonly number[]): readonly [start: number, length: number] {
  let best: readonly [number, number] = [0, 0];
  for (let start = 0; start < groups.length; start += 1) {
    let end = start;
    while (groups[end] === 0) end += 1;
    if (end - start > best[1]) best = [start, end - start];
    start = Math.max(start, end - 1);
  }
  return best;
}

/** Returns an address whose last byte is 0: 192.168.1.20 becomes 192.168.1.0, and 2001:db8::1 becomes 2001:db8::. */
export function anonymized({ bytes }: IpAddress): IpAddress {
  const kept = bytes.map((byte, index) => (index < bytes.length - 1 ? byte : 0));
  return new IpAddress(kept, addressText(kept));
}

/** Parts of a URL as they are written, except that the protocol is in lower case. Undefined: the URL lacks the part. */
interface UrlParts {
  readonly protocol: string;
  readonly authority: string;
  readonly userInfo: string | undefined;
  readonly host: string;
  readonly port: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/**
 * Splits a URL at its delimiters (RFC 3986 appendix B). The parts are not normalized: the parser of JavaScript would
 * drop a default port, resolve `..`, and encode characters, unlike the reference server.
 */
function partsOf({ text }: UrlValue): UrlParts {
  const [, protocol = '', authority = '', path = '', query, fragment] =
    /^([^:]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/.exec(text) ?? [];
  const at = authority.lastIndexOf('@');
  const [, host = '', port] = /^(.*?)(?::(\d*))?$/.exec(authority.slice(at + 1)) ?? [];
  const userInfo = at < 0 ? undefined : authority.slice(0, at);
  return { protocol: protocol.toLowerCase(), authority, userInfo, host, port, path, query, fragment };
}

/** Returns the parameters of the query by name; the values of a repeated parameter are joined by commas. */
function queryParameters({ url }: UrlValue): Value {
  const parameters = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return parameters;
}

const fragmentOf = (address: UrlValue): string | null => partsOf(address).fragment ?? null;

export const urlProperties: Readonly<Record<string, (address: UrlValue) => Value>> = {
  protocol: (address) => partsOf(address).protocol,
  host: (address) => partsOf(address).host,
  port: (address) => Integer.of(Number(partsOf(address).port || -1)),
  defaultPort: (address) => Integer.of(partsOf(address).protocol === 'https' ? 443 : 80),
  path: (address) => partsOf(address).path,
  file(address) {
    const { path, query } = partsOf(address);
    return query === undefined ? path : `${path}?${query}`;
  },
  query: (address) => partsOf(address).query ?? null,
  queryParams: queryParameters,
  fragment: fragmentOf,
  ref: fragmentOf,
  authority: (address) => partsOf(address).authority,
  userInfo: (address) => partsOf(address).userInfo ?? null,
};
