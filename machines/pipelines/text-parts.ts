/** Splits a log text into literals and variable parts such as numbers, addresses and times. The functions are pure. */

/** A kind of variable text, with a grok pattern and a regular expression that matches it in linear time. */
export interface PartKind {
  /** Name of the field if the text before the part suggests no better one. */
  readonly name: string;
  readonly grok: string;
  /** Regular expression that matches the part; it contains no capture groups. */
  readonly regex: string;
}

export interface TextPart {
  readonly text: string;
  /** Kind of the part; undefined: the part is a literal. */
  readonly kind: PartKind | undefined;
}

const kind = (name: string, grok: string, regex: string): PartKind => ({ name, grok, regex });

/** Kinds, the more specific ones first, each with the regular expression that recognises it in a text. */
const kinds: readonly (readonly [PartKind, string])[] = [
  [
    kind('time', 'TIMESTAMP_ISO8601', String.raw`\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}\S*`),
    String.raw`\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?`,
  ],
  [
    kind('time', 'HTTPDATE', String.raw`\d{1,2}/\w{3}/\d{4}:\d{2}:\d{2}:\d{2} [+-]\d{4}`),
    String.raw`\d{1,2}/[A-Z][a-z]{2}/\d{4}:\d{2}:\d{2}:\d{2} [+-]\d{4}`,
  ],
  [
    kind('time', 'SYSLOGTIMESTAMP', String.raw`\w{3} +\d{1,2} \d{2}:\d{2}:\d{2}`),
    String.raw`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} \d{2}:\d{2}:\d{2}`,
  ],
  [
    kind('id', 'UUID', String.raw`[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`),
    String.raw`[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`,
  ],
  [
    kind('mac', 'MAC', String.raw`[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}`),
    String.raw`[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}`,
  ],
  [kind('time', 'TIME', String.raw`\d{2}:\d{2}:\d{2}[.,\d]*`), String.raw`\d{2}:\d{2}:\d{2}(?:[.,]\d+)?`],
  [
    kind('ip', 'IPV6', '[0-9A-Fa-f:.]+'),
    '(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|(?:[0-9A-Fa-f]{1,4}:){1,6}(?::[0-9A-Fa-f]{1,4}){1,6}',
  ],
  [kind('ip', 'IPV4', String.raw`\d{1,3}(?:\.\d{1,3}){3}`), String.raw`\d{1,3}(?:\.\d{1,3}){3}`],
  [kind('url', 'URI', String.raw`[A-Za-z][\w+.-]*://\S+`), String.raw`[A-Za-z][\w+.-]*://[^\s"'<>]+`],
  [kind('email', 'EMAILADDRESS', String.raw`[^\s@]+@[\w.-]+`), String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`],
  [kind('hex', 'BASE16NUM', '0[xX][0-9A-Fa-f]+'), '0[xX][0-9A-Fa-f]+'],
  [kind('number', 'NUMBER', String.raw`-?\d+\.\d+`), String.raw`-?\d+\.\d+`],
  [kind('number', 'INT', String.raw`-?\d+`), String.raw`-?\d+`],
];

/** Kinds for texts that fit no other kind. */
const wordKind = kind('word', 'WORD', String.raw`\w+`);
const solidKind = kind('text', 'NOTSPACE', String.raw`\S+`);
export const shortestKind = kind('text', 'DATA', '.*?');
export const restKind = kind('text', 'GREEDYDATA', '.*');

const anyKind = new RegExp(kinds.map(([, form]) => `(${form})`).join('|'), 'g');

/** Returns the kind of a text that is a single variable part as a whole; undefined for other texts. */
export function kindOfWhole(text: string): PartKind | undefined {
  const found = kinds.find(([, form]) => new RegExp(`^(?:${form})$`).test(text));
  if (found) return found[0];
  if (/^\w+$/.test(text)) return wordKind;
  return /^\S+$/.test(text) ? solidKind : undefined;
}

/** Splits a text into parts. A number within a word, as in `eth0`, belongs to the word. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(anyKind)) {
    const at = match.index;
    if (/\w/.test(text[at - 1] ?? '') || /[A-Za-z_]/.test(text[at + match[0].length] ?? '')) continue;
    const index = match.slice(1).findIndex((group) => group !== undefined);
    if (at > end) parts.push({ text: text.slice(end, at), kind: undefined });
    parts.push({ text: match[0], kind: kinds[index]?.[0] });
    end = at + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), kind: undefined });
  return parts;
}
