/** Recognizes host names and their fields. `MiddleText` cuts host names at the end, because they differ at the beginning. */

/**
 * Matches the beginning of package and class names. They contain dots as host names do, but begin with labels such as
 * `com`, with which host names end.
 */
const reversed = /^(?:com|org|net|io|edu|gov|java|javax|jakarta|kotlin|scala|akka|sun|jdk)\./;

/**
 * Returns whether a text looks like a fully qualified host name in lower case, such as `web-01.production.example.com`.
 */
export const isHostName = (text: string): boolean =>
  text.length <= 253 &&
  /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(text) &&
  /[a-z]/.test(text.slice(text.lastIndexOf('.'))) &&
  !reversed.test(text);

/**
 * Tells by the name of a field whether its values are host names. Such values are cut at their end even if they contain
 * no dots.
 */
export const isHostField = (field: string): boolean => /(?:^|[._-])(?:source|host|host_?name)$/i.test(field);
