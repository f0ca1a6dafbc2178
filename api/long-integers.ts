/**
 * Tells whether a JSON text may hold a number of 16 or more digits, which the built-in parser could round.
 * Only digits in the place of a number count: ids in quotes (`"000000000000000000000001"`) do not. A text value such as
 * `"order: 1234567890123456"` may answer true, which costs time, never correctness. `integer-places.ts` tells exactly.
 */
export function hasLongInteger(json: string): boolean {
  return /(?:^|[[:,\s])-?\d{16}/.test(json);
}

/** Returns an upper bound of the number of long integers: digits within quoted texts count too. */
export function countLongIntegers(json: string): number {
  return json.match(/(?:^|[[:,\s])-?\d{16}/g)?.length ?? 0;
}
