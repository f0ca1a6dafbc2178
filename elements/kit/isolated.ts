/** Matches characters of right-to-left scripts and characters that control text direction. */
const turning = /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a user-defined name wrapped in Unicode isolates, so that its text direction does not affect the rest of a
 * sentence. A name with only left-to-right characters is returned unchanged.
 */
export const isolated = (name: string): string =>
  turning.test(name) ? `\u2068${name.replace(/[\u2066-\u2069]/g, '')}\u2069` : name;
