/** Small things kept in this browser; a page without storage, or with a foreign value in it, forgets them and nothing else changes. */

export function readLocal<T>(key: string, isValid: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @param value undefined: forgotten */
export function writeLocal(key: string, value: unknown): void {
  try {
    if (value === undefined) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // No storage: nothing to remember.
  }
}
