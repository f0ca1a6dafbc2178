// Replaces `node:test` in bundled tests. A test or hook without a time limit of its own fails with its name after five
// minutes, instead of delaying the whole run. Tests within a test inherit its limit.
import * as runner from 'node:test';

// A busy machine with two cores takes up to two minutes for the longest tests without a limit of their own.
const limitMs = 300_000;

/** Returns the arguments of a test with the limit among its options, unless its options contain a limit. */
function withLimit(args) {
  const at = args.findIndex((argument) => typeof argument === 'object' && argument !== null);
  if (at >= 0) return args.map((argument, index) => (index === at ? { timeout: limitMs, ...argument } : argument));
  const work = args.findIndex((argument) => typeof argument === 'function');
  return work < 0 ? args : [...args.slice(0, work), { timeout: limitMs }, ...args.slice(work)];
}

/** Returns a hook with the limit; hooks take their options after the function. */
const hook =
  (original) =>
  (work, options = {}) =>
    original(work, { timeout: limitMs, ...options });

const limited =
  (original) =>
  (...args) =>
    original(...withLimit(args));

export const test = Object.assign(limited(runner.test), {
  skip: runner.test.skip,
  todo: runner.test.todo,
  only: limited(runner.test.only),
});
export const it = test;
export const before = hook(runner.before);
export const after = hook(runner.after);
export const beforeEach = hook(runner.beforeEach);
export const afterEach = hook(runner.afterEach);
export const { describe, suite, mock } = runner;
export default Object.assign(test, { test, it, before, after, beforeEach, afterEach, describe, suite, mock });
