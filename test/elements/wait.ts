/** A browser's remark that an observer will be called again in the next frame; no failure, and a matter of load. */
window.addEventListener(
  'error',
  (event) => {
    if (event.message.startsWith('ResizeObserver loop')) event.stopImmediatePropagation();
  },
  { capture: true },
);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until a condition holds; long enough for a machine that is busy, at no cost where it is not. Nothing of it is left when
 * it has ended: a timer would hold what the condition examines.
 */
export async function waitUntil(
  predicate: () => unknown,
  message = 'it never came to hold',
  { timeout = 10_000, interval = 20 }: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<void> {
  const { stack } = new Error();
  const deadline = performance.now() + timeout;
  while (!(await predicate())) {
    if (performance.now() > deadline) throw Object.assign(new Error(`Timeout: ${message}`), { stack });
    await pause(interval);
  }
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits until a place or a size is the same frame after frame. */
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
    'it moves all the time',
    { interval: 0 },
  );
}
