/** Validates e-mail addresses that users enter. */

/** Largest length of an e-mail address in characters. */
const longestAddress = 320;
const address = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u;

/** Tells whether a text is a plain address such as `ann@example.org`. */
export const isAddress = (text: string): boolean => text.length <= longestAddress && address.test(text);

/** Tells whether a text is an address, or a name with an address such as `Ann <ann@example.org>`. */
export const isSender = (text: string): boolean => senderOf(text) !== undefined;

/**
 * Splits a sender into its parts, so that nothing else in the text can be interpreted; undefined: the text is invalid.
 */
export function senderOf(text: string): { readonly name: string; readonly address: string } | undefined {
  const trimmed = text.trim();
  const [, name = '', address = trimmed] = /^([^<>]*)<([^<>]*)>$/.exec(trimmed) ?? [];
  return /[\p{C}",;]/u.test(name) || !isAddress(address) ? undefined : { name: name.trim(), address };
}
