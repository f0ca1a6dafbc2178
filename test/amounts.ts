/**
 * Amounts of work of long tests. `npm test` does enough of each to cross the boundaries in the code; `npm run test:all`
 * (TEST_ALL=1) does all of it, and `npm run crashes` even more.
 */
export const isFullRun = process.env['TEST_ALL'] === '1';

/** Options of a test that only the full run executes, because cheaper tests prove the same in every run. */
export const onlyInFullRun = { skip: isFullRun ? false : 'only npm run test:all executes this test' };

/**
 * Returns the amount of work of this run.
 * @param variable environment variable that sets the amount; without it, the amount depends on the kind of the run
 */
export function amountOf(variable: string, { usual, full }: { readonly usual: number; readonly full: number }): number {
  return Number(process.env[variable] ?? (isFullRun ? full : usual));
}

/**
 * Returns all cases in the full run. In the usual run it returns only the case at the index `at`, which may exceed
 * the number of cases.
 */
export function casesInTurn<T>(cases: readonly T[], at: number): readonly T[] {
  return isFullRun ? cases : cases.slice(at % cases.length, (at % cases.length) + 1);
}
