/**
 * Tells whether a text is an http or https address; the server calls no others. Surrounding blanks make it invalid,
 * because allow lists compare exactly.
 */
export const isWebAddress = (text: string): boolean =>
  text === text.trim() && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
