/** Right-to-left scripts, and the characters that control directions. */
const turning = /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name that somebody gave, for use within a sentence: whatever direction its characters ask for, it ends with the name.
 * Other names stay as they are.
 */
export const isolated = (name: string): string =>
  turning.test(name) ? `\u2068${name.replace(/[\u2066-\u2069]/g, '')}\u2069` : name;
