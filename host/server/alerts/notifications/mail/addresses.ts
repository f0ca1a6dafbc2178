/** Addresses of e-mail, as people enter them. */

/** Characters. */
const longestAddress = 320;
const address = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u;

/** `ann@example.org`. */
export const isAddress = (text: string): boolean => text.length <= longestAddress && address.test(text);

/** The same, or `Ann <ann@example.org>`. */
export function isSender(text: string): boolean {
  const [, name = '', inner] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  return inner === undefined ? isAddress(text.trim()) : !/[\p{C}",;]/u.test(name) && isAddress(inner);
}
