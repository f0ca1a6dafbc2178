/** Removes secrets from texts that receivers return or errors repeat. */

/** Least length of a redacted secret, because shorter secrets occur in many texts by chance. */
const shortest = 3;
const mask = '***';

/**
 * Returns the forms in which a receiver may return a secret: plain, percent-encoded, form-encoded, base64, and escaped
 * in JSON.
 */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
  Buffer.from(secret).toString('base64'),
  JSON.stringify(secret).slice(1, -1),
];

/** Returns the secret parts of a value: its lines, and for `a:b` also the part behind the colon. */
const partsOf = (value: string): string[] =>
  value.split(/\r?\n/).flatMap((line) => [line, line.slice(line.indexOf(':') + 1)].map((part) => part.trim()));

/**
 * Returns a function that replaces the secrets in a text.
 * @param secrets secrets in the form in which users entered them
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap((secret) => [secret, ...partsOf(secret)]).flatMap(formsOf))]
    .filter((form) => form.length >= shortest)
    // Longer secrets are replaced first, because they may contain shorter secrets.
    .sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((left, form) => left.replaceAll(form, mask), text);
}
