/**
 * Parses address blocks in CIDR notation (contract search L5, RFC 4632), and compares them in SQL with addresses that
 * are stored as text.
 */

/** First and last address of a block: numbers for IPv4, 32 hex digits for IPv6. */
export type AddressBlock =
  | { readonly version: 4; readonly first: number; readonly last: number }
  | { readonly version: 6; readonly first: string; readonly last: string };

function ipv4Number(text: string): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

function ipv6Number(text: string): bigint | undefined {
  if (!/^[0-9a-fA-F:]+$/.test(text) || text.split('::').length > 2) return undefined;
  const [head = '', tail] = text.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  if (all.some((group) => !/^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  return BigInt(`0x${all.map((group) => group.padStart(4, '0')).join('')}`);
}

export function isAddress(text: string): boolean {
  return ipv4Number(text) !== undefined || ipv6Number(text) !== undefined;
}

/** Parses `10.0.0.0/8` or `2001:db8::/32`; undefined for other texts. */
export function parseBlock(text: string): AddressBlock | undefined {
  const [, address = '', length = ''] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(text) ?? [];
  const bits = Number(length);
  const v4 = ipv4Number(address);
  if (v4 !== undefined) {
    if (bits > 32) return undefined;
    const size = 2 ** (32 - bits);
    const first = Math.floor(v4 / size) * size;
    return { version: 4, first, last: first + size - 1 };
  }
  const v6 = ipv6Number(address);
  if (v6 === undefined || bits > 128) return undefined;
  const size = 1n << BigInt(128 - bits);
  const first = (v6 / size) * size;
  const hex = (number: bigint) => number.toString(16).padStart(32, '0');
  return { version: 6, first: hex(first), last: hex(first + size - 1n) };
}

/** Tells whether a text is an address in the block. */
export function inBlock(text: string, block: AddressBlock): boolean {
  if (block.version === 4) {
    const number = ipv4Number(text);
    return number !== undefined && number >= block.first && number <= block.last;
  }
  const hex = ipv6Number(text)?.toString(16).padStart(32, '0');
  return hex !== undefined && hex >= block.first && hex <= block.last;
}

/**
 * Returns an SQL condition that is true if the text in `column` is an address in the block.
 * @param add adds a value to the statement and returns its placeholder
 */
export function blockCondition(column: string, block: AddressBlock, add: (value: string | number) => string): string {
  if (block.version === 4) {
    const part = (index: number): string => `TRY_CAST(split_part(${column}, '.', ${index}) AS BIGINT)`;
    const number = `${part(1)} * 16777216 + ${part(2)} * 65536 + ${part(3)} * 256 + ${part(4)}`;
    return `(regexp_full_match(${column}, '[0-9]{1,3}([.][0-9]{1,3}){3}') AND ${number} BETWEEN ${add(block.first)} AND ${add(block.last)})`;
  }
  const groups = (half: number): string =>
    `list_filter(string_split(split_part(${column}, '::', ${half}), ':'), lambda g: g <> '')`;
  const zeros = `list_resize([]::VARCHAR[], greatest(8 - len(${groups(1)}) - len(${groups(2)}), 0), '0')`;
  const all = `list_concat(list_concat(${groups(1)}, ${zeros}), ${groups(2)})`;
  const hex = `array_to_string(list_transform(${all}, lambda g: lpad(lower(g), 4, '0')), '')`;
  return `(regexp_full_match(${column}, '[0-9a-fA-F:]*:[0-9a-fA-F:]*') AND ${hex} BETWEEN ${add(block.first)} AND ${add(block.last)})`;
}
