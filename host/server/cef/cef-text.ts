/** The text form of the Common Event Format: its header and its extensions (contract data-intake, CEF). */

/** Parts of a header: version, vendor, product, version of the product, class, name, severity. */
export const headerParts = 7;
/** Extensions of one message that are read. */
export const mostExtensions = 1_000;
/** Beginning of the header in a text, which may have a header of syslog before it. */
export const cefBegin = /CEF: ?(?=\d+\|)/;

export interface CefHeader {
  /** Fewer than `headerParts` where the header is cut off. */
  readonly parts: readonly string[];
  /** The extensions. */
  readonly rest: string;
}

/** Takes the header apart. `\|` and `\\` are escapes, any other backslash stands for itself. */
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
  // The bar behind the severity is left out where there are no extensions.
  if (parts.length === headerParts - 1) return { parts: [...parts, text.slice(start)].map(unescaped), rest: '' };
  return { parts: parts.map(unescaped), rest: text.slice(start) };
}

const unescaped = (text: string): string => text.replace(/\\([|\\])/g, '$1').trim();

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', '=': '=', '\\': '\\', '|': '|' };
const unescapedValue = (text: string): string =>
  text.includes('\\') ? text.replace(/\\([nr=\\|])/g, (_, letter: string) => escapes[letter] ?? letter) : text;

/** The extensions in their order. A value goes on until the next key: blanks in it are not escaped. */
export function* cefExtensions(text: string): Generator<readonly [key: string, value: string]> {
  const key = /(?:^|\s)([\w.\-[\]]+)=/g;
  let current: { readonly name: string; readonly from: number } | undefined;
  for (let found = key.exec(text); found; found = key.exec(text)) {
    if (current) yield [current.name, unescapedValue(text.slice(current.from, found.index)).trim()];
    current = { name: found[1] ?? '', from: key.lastIndex };
    // The value may be empty: the blank behind it begins the next key.
  }
  if (current) yield [current.name, unescapedValue(text.slice(current.from)).trim()];
}
