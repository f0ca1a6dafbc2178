/**
 * Parses the Common Event Format: header and extensions (contract data-intake, CEF; ArcSight, "Implementing ArcSight
 * CEF").
 */

/** Number of parts of a header: version, vendor, product, version of the product, class, name, severity. */
export const headerParts = 7;
/** Largest number of extensions that are read from one message. */
export const mostExtensions = 1_000;
/** Matches the beginning of the header, which may follow a syslog header. */
export const cefBegin = /CEF: ?(?=\d+\|)/;

export interface CefHeader {
  /** Parts of the header; fewer than `headerParts` if it is truncated. */
  readonly parts: readonly string[];
  /** Text of the extensions. */
  readonly rest: string;
}

/** Splits the header. `\|` and `\\` are escapes, any other backslash is an ordinary character. */
export function cefHeader(text: string): CefHeader {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length && parts.length < headerParts; at += 1) {
    const letter = text[at];
    if (letter === '\\') at += 1;
    else if (letter === '|') {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  // Without extensions, the bar after the severity may be missing.
  if (parts.length === headerParts - 1) return { parts: [...parts, text.slice(start)].map(unescaped), rest: '' };
  return { parts: parts.map(unescaped), rest: text.slice(start) };
}

const unescaped = (text: string): string => text.replace(/\\([|\\])/g, '$1').trim();

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', '=': '=', '\\': '\\', '|': '|' };
const unescapedValue = (text: string): string =>
  text.includes('\\') ? text.replace(/\\([nr=\\|])/g, (_, letter: string) => escapes[letter] ?? letter) : text;

/** Yields the extensions in order. A value extends to the next key, because spaces in it are not escaped. */
export function* cefExtensions(text: string): Generator<readonly [key: string, value: string]> {
  const key = /(?:^|\s)([\w.\-[\]]+)=/g;
  let current: { readonly name: string; readonly from: number } | undefined;
  for (let found = key.exec(text); found; found = key.exec(text)) {
    if (current) yield [current.name, unescapedValue(text.slice(current.from, found.index)).trim()];
    current = { name: found[1] ?? '', from: key.lastIndex };
  }
  if (current) yield [current.name, unescapedValue(text.slice(current.from)).trim()];
}
