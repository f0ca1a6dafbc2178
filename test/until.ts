/** Waits for conditions in tests by polling, with a time limit. */

/**
 * Waits until a condition holds.
 * @throws Error with the name of the condition when it does not hold within `withinMs`
 */
export function until(what: string, holds: () => boolean | Promise<boolean>, withinMs?: number): Promise<void>;
/** Waits until a function returns a value, and returns it. @throws Error when there is no value within `withinMs` */
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
