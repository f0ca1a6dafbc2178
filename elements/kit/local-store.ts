/** Small things kept in this browser, or in this tab; a page without storage, or with a foreign value in it, forgets them and nothing else changes. */

/** `sessionStorage`: as long as the tab lives. */
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

/** @param value undefined: forgotten */
export function writeLocal(key: string, value: unknown, store: Store = 'localStorage'): void {
  try {
    if (value === undefined) window[store].removeItem(key);
    else window[store].setItem(key, JSON.stringify(value));
  } catch {
    // Without storage nothing is remembered.
  }
}
