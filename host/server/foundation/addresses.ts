/** Addresses of e-mail, as people enter them. */

/** Characters. */
const longestAddress = 320;
const address = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u;

/** `ann@example.org`. */
export const isAddress = (text: string): boolean => text.length <= longestAddress && address.test(text);

/** True for an address, or `Ann <ann@example.org>`. */
export const isSender = (text: string): boolean => senderOf(text) !== undefined;

/** In its parts, so that nobody reads anything else out of the whole; undefined: it is none. */
export function senderOf(text: string): { readonly name: string; readonly address: string } | undefined {
  const trimmed = text.trim();
  const [, name = '', address = trimmed] = /^([^<>]*)<([^<>]*)>$/.exec(trimmed) ?? [];
  return /[\p{C}",;]/u.test(name) || !isAddress(address) ? undefined : { name: name.trim(), address };
}
