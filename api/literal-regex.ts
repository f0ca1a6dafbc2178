/**
 * Returns a regular expression that matches exactly the text. It is valid in JavaScript (also with the flags `u` and
 * `v`), in RE2 and in Java, because only characters that are special outside a character class are escaped.
 */
export const literalRegex = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
