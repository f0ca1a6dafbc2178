/** Waits for conditions in tests by polling, with a time limit. */

const pauseMs = { least: 25, most: 250 };

/**
 * Waits until a condition holds.
 * @throws Error with the name of the condition when it does not hold within `withinMs`
 */
export function until(what: string, holds: () => boolean | Promise<boolean>, withinMs?: number): Promise<void>;
/** Waits until a function returns a value, and returns it. @throws Error when there is no value within `withinMs` */
export function until<T>(what: string, find: () => Promise<T | undefined>, withinMs?: number): Promise<T>;
export async function until(what: string, look: () => unknown, withinMs = 90_000): Promise<unknown> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const begun = performance.now();
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    // After a long check, the pause is as long as the check. So checking does not delay what the test waits for.
    const pause = Math.min(pauseMs.most, Math.max(pauseMs.least, performance.now() - begun));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
