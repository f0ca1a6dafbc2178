/** Decodes the numbers and strings in a source. */

export type Decoded<T> = { readonly value: T } | { readonly reason: string; readonly at: number };

const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

/** Decodes a number. @param text the number without its sign: `12`, `1_000`, `1.5e3`, `2d` */
export function decodeNumber(text: string, isNegative: boolean): Decoded<bigint | number> {
  const digits = text.replaceAll('_', '');
  if (!/^\d+$/.test(digits)) {
    const value = Number(digits.replace(/[dDfF]$/, ''));
    return { value: isNegative ? -value : value };
  }
  if (digits.length > 100) return { reason: `The number ${digits.slice(0, 20)}… does not fit 64 bits.`, at: 0 };
  const value = isNegative ? -BigInt(digits) : BigInt(digits);
  return value < smallest || value > largest
    ? { reason: `The number ${value} does not fit 64 bits.`, at: 0 }
    : { value };
}

const simple: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

/** Decodes the escape sequences of a string. @param text text between the quotes */
export function decodeText(text: string): Decoded<string> {
  if (!text.includes('\\')) return { value: text };
  let value = '';
  const escape = /\\(?:u([0-9a-fA-F]{4})|([0-3]?[0-7]{1,2})|([btnfr"'\\])|([\s\S]?))/g;
  let last = 0;
  for (let found = escape.exec(text); found; found = escape.exec(text)) {
    const [whole, unicode, octal, letter, other = ''] = found;
    value += text.slice(last, found.index);
    last = found.index + whole.length;
    if (unicode !== undefined) value += String.fromCharCode(parseInt(unicode, 16));
    else if (octal !== undefined) value += String.fromCharCode(parseInt(octal, 8));
    else if (letter !== undefined) value += simple[letter] ?? '';
    else
      return {
        reason: `A text knows no escape \\${other}: write \\\\${other} for a back-slash, as in regular expressions.`,
        at: found.index,
      };
  }
  return { value: value + text.slice(last) };
}
