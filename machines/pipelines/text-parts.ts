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

/** Kinds, the more specific kinds first, each with the regular expression that recognises it in a text. */
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

/** Returns the kind of a text that consists of a single variable part. Returns undefined for other texts. */
export function kindOfWhole(text: string): PartKind | undefined {
  const found = kinds.find(([, form]) => new RegExp(`^(?:${form})$`).test(text));
  if (found) return found[0];
  if (/^\w+$/.test(text)) return wordKind;
  return /^\S+$/.test(text) ? solidKind : undefined;
}

/** Matches the unquoted value of a pair, such as `ann` in `user=ann`. */
const pairValue = /(?<=[A-Za-z_][\w.-]{0,60}=)[^\s"',;|&[\](){}<>=]+/g;
/** Matches a unit directly behind a number, as in `55ms`. */
const unit = /^(?:[nuµm]?s|min|h|[kKMGT]?i?[Bb](?:it|ps)?)(?!\w)/;

const isNumber = ({ grok }: PartKind): boolean => grok === 'INT' || grok === 'NUMBER';

/**
 * Splits a text into parts. A number within a word, as in `eth0`, belongs to the word. The value of a pair, as in
 * `user=ann`, is always variable.
 */
export function textParts(text: string): readonly TextPart[] {
  const found: { readonly at: number; readonly text: string; readonly kind: PartKind }[] = [];
  for (const match of text.matchAll(anyKind)) {
    const at = match.index;
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)]?.[0];
    if (!kind || /\w/.test(text[at - 1] ?? '')) continue;
    const rest = text.slice(at + match[0].length, at + match[0].length + 10);
    if (/^[A-Za-z_]/.test(rest) && !(isNumber(kind) && unit.test(rest))) continue;
    found.push({ at, text: match[0], kind });
  }
  for (const match of text.matchAll(pairValue)) {
    const end = match.index + match[0].length;
    const inner = found.filter(({ at }) => at >= match.index && at < end);
    const [first] = inner;
    // A value that is completely of one known kind, possibly with a unit, keeps this more specific kind.
    if (
      first?.at === match.index &&
      (first.at + first.text.length >= end || unit.test(text.slice(first.at + first.text.length, end)))
    )
      continue;
    const place = found.findIndex(({ at }) => at >= match.index);
    const value = { at: match.index, text: match[0], kind: solidKind };
    found.splice(place < 0 ? found.length : place, inner.length, value);
  }
  const parts: TextPart[] = [];
  let end = 0;
  for (const { at, text: part, kind } of found) {
    if (at > end) parts.push({ text: text.slice(end, at), kind: undefined });
    parts.push({ text: part, kind });
    end = at + part.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), kind: undefined });
  return parts;
}
