/**
 * Stores small values in this browser or tab. A value counts as absent when the storage is unavailable or
 * holds an unexpected value.
 */

/** Storage of the browser; values in `sessionStorage` live as long as the tab. */
type Store = 'localStorage' | 'sessionStorage';

export function readLocal<T>(
  key: string,
  isValid: (value: unknown) => value is T,
  store: Store = 'localStorage',
): T | undefined {
  try {
    const value: unknown = JSON.parse(window[store].getItem(key) ?? 'null');
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores a value as JSON; does nothing when the storage is unavailable.
 * @param value the new value; undefined removes the stored value
 */
export function writeLocal(key: string, value: unknown, store: Store = 'localStorage'): void {
  try {
    if (value === undefined) window[store].removeItem(key);
    else window[store].setItem(key, JSON.stringify(value));
  } catch {
    // The storage is unavailable or full, so the value is not remembered.
  }
}
