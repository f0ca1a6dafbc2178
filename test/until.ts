/** The waiting of tests for what comes by itself: asks again and again, with an end. */

/** Waits until something holds. @throws after `withinMs`, naming it */
export function until(what: string, holds: () => boolean | Promise<boolean>, withinMs?: number): Promise<void>;
/** Waits until something is there. @returns it */
export function until<T>(what: string, find: () => Promise<T | undefined>, withinMs?: number): Promise<T>;
export async function until(what: string, look: () => unknown, withinMs = 15_000): Promise<unknown> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
