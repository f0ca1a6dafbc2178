/** Shortens host names at the end, because they differ at the beginning. */

/** Package and class names have dots too, but begin with labels that host names end with. */
const reversed = /^(?:com|org|net|io|edu|gov|java|javax|jakarta|kotlin|scala|akka|sun|jdk)\./;

/** Tells whether a text is a fully qualified host name, such as `web-01.production.example.com`. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 &&
  /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(text) &&
  /[a-z]/.test(text.slice(text.lastIndexOf('.'))) &&
  !reversed.test(text);
