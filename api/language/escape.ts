/**
 * Escapes values and field names for queries, and unescapes them (contract search L4, screens search §7 "Query
 * building").
 */

const special = /&&|\|\||[:\\/+\-!(){}[\]^"~*?$]/g;
/** Matches the whitespace characters that end a word in the grammar of queries. */
const blank = /[ \t\n\r\u3000]/;
const parameter = /\$(?=[a-zA-Z_]\w*\$)/g;

/** Replaces escape sequences by the characters that they stand for: `\x` by `x`, `\u0041` by `A`. */
export function unescape(raw: string): string {
  return raw.includes('\\')
    ? raw.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_whole, code: string | undefined, character: string) =>
        code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : raw;
}

/** Replaces line breaks and `<br>` by spaces. */
function oneLine(value: string): string {
  return value.replace(/\r\n|[\n\r]|<br>/g, ' ');
}

function escapeWord(value: string): string {
  const escaped = value.replace(special, '\\$&');
  // Unescaped, `>` or `<` at the start would begin a comparison, and AND, OR and NOT would be operators.
  return /^[<>]|^(?:AND|OR|NOT)$/.test(escaped) ? `\\${escaped}` : escaped;
}

/** Puts a value in quotes and escapes it: `say "hi"` becomes `"say \"hi\""`; line breaks become spaces. */
export function quote(value: string): string {
  return `"${quoted(oneLine(value))}"`;
}

const quoted = (value: string): string => value.replace(/["\\]/g, '\\$&').replace(parameter, '\\$');

/** Puts a value in quotes that is compared as a whole: its line breaks are kept as `\u000a` and `\u000d`. */
export function quoteExactly(value: string): string {
  return `"${quoted(value).replace(/[\n\r]/g, (one) => (one === '\n' ? '\\u000a' : '\\u000d'))}"`;
}

/**
 * Formats a value as one term of a query. The term is in quotes if the value is empty or contains whitespace or, with
 * `whole`, if it contains `<br>`.
 * @param whole true if the field is compared as a whole, so that line breaks and `<br>` must be kept
 */
export function escapeTerm(value: string, whole = false): string {
  const line = oneLine(value);
  if (whole && line !== value) return quoteExactly(value);
  return line === '' || blank.test(line) ? quote(line) : escapeWord(line);
}

/** Escapes the name of a field, to be written before a colon. */
export function escapeField(name: string): string {
  return escapeWord(name).replace(new RegExp(blank, 'g'), '\\$&');
}
