/**
 * Amounts of work of long proofs. `npm test` does enough of each to cross every boundary of the code; `npm run test:all` (TEST_ALL=1) does
 * all of it, and `npm run crashes` more than that.
 */
const isFullRun = process.env['TEST_ALL'] === '1';

/** @returns the amount of this run: `variable` of the environment wins, then the kind of the run decides */
export function amountOf(variable: string, { usual, full }: { readonly usual: number; readonly full: number }): number {
  return Number(process.env[variable] ?? (isFullRun ? full : usual));
}

/** Returns all cases in the full run, and only one in the usual run, chosen in turn by `at`. */
export function inTurn<T>(cases: readonly T[], at: number): readonly T[] {
  return isFullRun ? cases : cases.slice(at % cases.length, (at % cases.length) + 1);
}
