/**
 * Stores a change even if the user leaves the page while the call that stores the change is pending. Leaving the page
 * aborts that call.
 */

/**
 * Calls `store` when the page is left; a failure has no effect, because nobody sees it.
 * @returns a function that removes the listener; it must be called once the change is stored
 */
export function onLeaving(store: () => Promise<void>): () => void {
  const left = (): void => void store().catch(() => undefined);
  addEventListener('pagehide', left);
  return () => removeEventListener('pagehide', left);
}
