/** Finds numbers of 16 or more digits in JSON texts, which the built-in parser could round. */
const least = 16;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const beforeNumber = /[[:,\s]/;

/**
 * Tells whether a JSON text may hold a number of 16 or more digits, which the built-in parser could round.
 * Only digits in the place of a number count: ids in quotes (`"000000000000000000000001"`) do not. A text value such as
 * `"order: 1234567890123456"` may answer true, which costs time, never correctness. `integer-places.ts` has the exact
 * search.
 *
 * A run of 16 digits covers one of the characters at 15, 31, 47, …, so that only these are examined: a regular
 * expression that reads
 * every character of a text of megabytes takes four times as long.
 */
export function hasLongInteger(json: string): boolean {
  for (let at = least - 1; at < json.length; at += least) {
    if (!isDigit(json.charCodeAt(at))) continue;
    let first = at;
    while (isDigit(json.charCodeAt(first - 1))) first -= 1;
    let end = at + 1;
    while (isDigit(json.charCodeAt(end))) end += 1;
    if (end - first >= least) {
      const before = json[first - 1] === '-' ? first - 2 : first - 1;
      if (before < 0 || beforeNumber.test(json.charAt(before))) return true;
    }
    // Examined digits are skipped: otherwise a text of digits alone would take quadratic time.
    while (at + least < end) at += least;
  }
  return false;
}

/** Returns an upper bound of the number of long integers: digits within strings count too. */
export function countLongIntegers(json: string): number {
  return json.match(/(?:^|[[:,\s])-?\d{16}/g)?.length ?? 0;
}
