/**
 * Small values stored in this browser or tab; when storage is unavailable or holds an unexpected value, the value is
 * treated as absent.
 */

/** `sessionStorage` values live as long as the tab. */
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

/** @param value undefined removes the value */
export function writeLocal(key: string, value: unknown, store: Store = 'localStorage'): void {
  try {
    if (value === undefined) window[store].removeItem(key);
    else window[store].setItem(key, JSON.stringify(value));
  } catch {
    // Storage is unavailable, so the value is not remembered.
  }
}
