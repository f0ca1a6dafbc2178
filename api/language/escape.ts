/**
 * Escapes values and field names for queries, and unescapes them (contract search L4, screens search §7 "Query
 * building").
 */

const special = /&&|\|\||[:\\/+\-!(){}[\]^"~*?$]/g;
/** Blanks that end a word in the grammar. */
const blank = /[ \t\n\r\u3000]/;
const parameter = /\$(?=[a-zA-Z_]\w*\$)/g;

/** Unescapes: `\x` → `x`, `\u0041` → `A`. */
export function unescape(raw: string): string {
  return raw.includes('\\')
    ? raw.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_whole, code: string | undefined, character: string) =>
        code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : raw;
}

/** Replaces line breaks and `<br>` by blanks. */
function oneLine(value: string): string {
  return value.replace(/\r\n|[\n\r]|<br>/g, ' ');
}

function escapeWord(value: string): string {
  const escaped = value.replace(special, '\\$&');
  // A leading > or < would be a comparison; AND, OR and NOT would be operators.
  return /^[<>]|^(?:AND|OR|NOT)$/.test(escaped) ? `\\${escaped}` : escaped;
}

/** Quotes a value: `say "hi"` → `"say \"hi\""`. */
export function quote(value: string): string {
  return `"${quoted(oneLine(value))}"`;
}

const quoted = (value: string): string => value.replace(/["\\]/g, '\\$&').replace(parameter, '\\$');

/** Quotes a value that is compared as a whole: line breaks are kept as `\u000a`. */
export function quoteExactly(value: string): string {
  return `"${quoted(value).replace(/[\n\r]/g, (one) => (one === '\n' ? '\\u000a' : '\\u000d'))}"`;
}

/**
 * Formats a value as one word, quoted only if it contains a blank or is empty.
 * @param whole true if the value is compared as a whole: then line breaks and `<br>` are kept
 */
export function escapeTerm(value: string, whole = false): string {
  const line = oneLine(value);
  if (whole && line !== value) return quoteExactly(value);
  return line === '' || blank.test(line) ? quote(line) : escapeWord(line);
}

/** Escapes a field name for the position before a colon. */
export function escapeField(name: string): string {
  return escapeWord(name).replace(new RegExp(blank, 'g'), '\\$&');
}
