import { waitUntil as waitBriefly } from '@open-wc/testing';

/** A browser's remark that an observer will be called again in the next frame; no failure, and a matter of load. */
window.addEventListener(
  'error',
  (event) => {
    if (event.message.startsWith('ResizeObserver loop')) event.stopImmediatePropagation();
  },
  { capture: true },
);

/** Waits until a condition holds; long enough for a machine that is busy, at no cost where it is not. */
export const waitUntil: typeof waitBriefly = (predicate, message, options) =>
  waitBriefly(predicate, message, { timeout: 10_000, ...options });
