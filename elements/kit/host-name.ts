/** Shortens host names at their end, because they differ at their beginning. */

/** Names of packages and classes are dotted too, but begin with what the names of hosts end with. */
const reversed = /^(?:com|org|net|io|edu|gov|java|javax|jakarta|kotlin|scala|akka|sun|jdk)\./;

/** Tells whether a text is the name of a host with its domain, such as `web-01.production.example.com`. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 &&
  /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(text) &&
  /[a-z]/.test(text.slice(text.lastIndexOf('.'))) &&
  !reversed.test(text);
