/** Removes secrets that receivers return or errors repeat. */

/** Shorter ones are found in any text. */
const shortest = 3;
const mask = '***';

/** Forms in which a receiver may return a secret: plain, URL-encoded, base64. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
  Buffer.from(secret).toString('base64'),
  JSON.stringify(secret).slice(1, -1),
];

/** Secret parts of a value; of lines and of `a:b` also the part behind the colon. */
const partsOf = (value: string): string[] =>
  value.split(/\r?\n/).flatMap((line) => [line, line.slice(line.indexOf(':') + 1)].map((part) => part.trim()));

/** @param secrets as they were entered */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap((secret) => [secret, ...partsOf(secret)]).flatMap(formsOf))]
    .filter((form) => form.length >= shortest)
    // The longest first: what holds another one goes as a whole.
    .sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((left, form) => left.replaceAll(form, mask), text);
}
