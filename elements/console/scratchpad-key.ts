/**
 * Returns the key of a user's scratchpad in the local storage. The function has its own module, because it is needed
 * before the scratchpad is loaded.
 */
export const scratchpadKey = (username: string): string => `gl-scratchpad-${username}`;

/** Returns true if the user's scratchpad was open at the end of the last visit. */
export function wasScratchpadOpen(username: string): boolean {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(scratchpadKey(username)) ?? 'null');
    return (stored as { opened?: unknown } | null)?.opened === true;
  } catch {
    return false;
  }
}
