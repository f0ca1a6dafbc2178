/**
 * Tells whether a text is an http or https URL; the server calls no others. Whitespace at the ends makes it invalid,
 * because allow lists compare exactly.
 */
export const isWebAddress = (text: string): boolean =>
  text === text.trim() && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
