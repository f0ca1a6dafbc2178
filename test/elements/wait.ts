/**
 * Ignores the browser's error "ResizeObserver loop", which only reports a delayed call and depends on the load of the
 * machine.
 */
window.addEventListener(
  'error',
  (event) => {
    if (event.message.startsWith('ResizeObserver loop')) event.stopImmediatePropagation();
  },
  { capture: true },
);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Characters of a condition's source that the error of a timeout shows. */
const shownCharacters = 200;
const mostPauseMs = 250;

/**
 * Waits until a condition holds: long enough for a busy machine, without delay on an idle one. No timer remains
 * afterwards, because a timer would keep the examined objects in memory. The error of a timeout contains the source of
 * the condition.
 */
export async function waitUntil(
  predicate: () => unknown,
  message = 'the condition holds',
  { timeout = 10_000, interval = 20 }: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<void> {
  const { stack } = new Error();
  const deadline = performance.now() + timeout;
  for (;;) {
    const begun = performance.now();
    if (await predicate()) return;
    if (performance.now() > deadline) {
      const source = String(predicate).replace(/\s+/g, ' ').slice(0, shownCharacters);
      throw Object.assign(new Error(`Waited in vain until ${message}: ${source}`), { stack });
    }
    // After a long check the pause is as long as the check, because the page renders in the same thread.
    const looked = Math.min(mostPauseMs, performance.now() - begun);
    await pause(interval === 0 ? 0 : Math.max(interval, looked));
  }
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits until a position or a size has stayed the same for ten frames. */
export async function resting(measure: () => number | undefined): Promise<void> {
  let before = measure();
  let same = 0;
  await waitUntil(
    async () => {
      await frame();
      const now = measure();
      same = now === before ? same + 1 : 0;
      before = now;
      return same >= 10;
    },
    'the position rests',
    { interval: 0 },
  );
}
