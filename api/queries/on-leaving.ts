/** Stores a change when the user leaves the page before its call is answered: leaving aborts the call. */

/**
 * Calls `store` when the page is left; a failure has no effect, because nobody sees it.
 * @returns a function that ends this, for the time when the change is stored
 */
export function onLeaving(store: () => Promise<void>): () => void {
  const left = (): void => void store().catch(() => undefined);
  addEventListener('pagehide', left);
  return () => removeEventListener('pagehide', left);
}
