/** Finds numbers of 16 or more digits in JSON texts, which the built-in parser could round. */

/** Smallest number of digits that counts as long. */
const least = 16;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const beforeNumber = /[[:,\s]/;

/**
 * Tells whether a JSON text may contain a number of 16 or more digits, which the built-in parser could round. Ids in
 * quotes (`"000000000000000000000001"`) do not count. For a text value such as `"order: 1234567890123456"` the answer
 * may be true, which costs time but does no harm: `integer-places.ts` searches exactly.
 *
 * Only the characters at 15, 31, 47, … are examined, because 16 digits in a row include one of them. A regular
 * expression that reads every character takes four times as long for a text of megabytes.
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
    // Digits that were examined are skipped; otherwise a text of digits only would take quadratic time.
    while (at + least < end) at += least;
  }
  return false;
}

/** Returns an upper limit of the number of long integers in a JSON text, because digits within strings count too. */
export function countLongIntegers(json: string): number {
  return json.match(/(?:^|[[:,\s])-?\d{16}/g)?.length ?? 0;
}
