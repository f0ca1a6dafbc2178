/** Facts about the scratchpad that are needed before it is loaded. */
export const scratchpadKey = (username: string): string => `gl-scratchpad-${username}`;

/** Tells whether the scratchpad was open at the end of the last visit. */
export function wasScratchpadOpen(username: string): boolean {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(scratchpadKey(username)) ?? 'null');
    return (stored as { opened?: unknown } | null)?.opened === true;
  } catch {
    return false;
  }
}
