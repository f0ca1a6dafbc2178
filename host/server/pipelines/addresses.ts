/** IP addresses and URLs in rules: the text of IP addresses (RFC 5952), and the properties of URLs. */
import { Integer, IpAddress, type UrlValue, type Value } from './values.js';

/** Returns the canonical text of an address of 4 or 16 bytes; an IPv4-mapped IPv6 address is written in hexadecimal groups. */
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

const defaultPort = ({ url }: UrlValue): number => (url.protocol === 'https:' ? 443 : 80);

/** Returns the path of a URL as it is written: `http://host` has an empty path, although the parser adds a slash. */
const pathOf = ({ url, text }: UrlValue): string =>
  url.pathname === '/' && !/^[a-z]+:\/\/[^/?#]*\//i.test(text) ? '' : url.pathname;

const queryOf = ({ url }: UrlValue): string | null => (url.search === '' ? null : url.search.slice(1));

const userInfoOf = ({ url: { username, password } }: UrlValue): string | null =>
  username === '' ? null : password === '' ? username : `${username}:${password}`;

/** Returns the parameters of the query by name; the values of a repeated parameter are joined by commas. */
function queryParameters({ url }: UrlValue): Value {
  const parameters = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return parameters;
}

export const urlProperties: Readonly<Record<string, (address: UrlValue) => Value>> = {
  protocol: ({ url }) => url.protocol.slice(0, -1),
  host: ({ url }) => url.hostname,
  port: ({ url }) => Integer.of(url.port === '' ? -1 : Number(url.port)),
  defaultPort: (address) => Integer.of(defaultPort(address)),
  path: pathOf,
  file: (address) => pathOf(address) + address.url.search,
  query: queryOf,
  queryParams: queryParameters,
  fragment: ({ url }) => (url.hash === '' ? null : url.hash.slice(1)),
  ref: ({ url }) => (url.hash === '' ? null : url.hash.slice(1)),
  authority: (address) => {
    const user = userInfoOf(address);
    return user === null ? address.url.host : `${user}@${address.url.host}`;
  },
  userInfo: userInfoOf,
};
