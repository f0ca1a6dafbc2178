/**
 * Tells whether a text is an http or https address; only these are called. Surrounding blanks make it invalid, because lists compare
 * exactly.
 */
export const isWebAddress = (text: string): boolean =>
  text === text.trim() && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
