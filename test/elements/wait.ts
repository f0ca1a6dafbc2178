import { waitUntil as waitBriefly } from '@open-wc/testing';

/** Waits until a condition holds; long enough for a machine that is busy, at no cost where it is not. */
export const waitUntil: typeof waitBriefly = (predicate, message, options) =>
  waitBriefly(predicate, message, { timeout: 10_000, ...options });
