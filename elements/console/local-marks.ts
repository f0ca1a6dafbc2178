/** Stores values in this browser's local storage; when storage is unavailable, the values are lost without an error. */

/** Names of the values: `theme` is the chosen theme mode; `open` exists while the last user has not logged out. */
export type Mark = 'theme' | 'open';
const keyOf = (mark: Mark) => `log-console-${mark}`;

export function readMark(mark: Mark): string | null {
  try {
    return window.localStorage.getItem(keyOf(mark));
  } catch {
    return null;
  }
}

/** Stores the value; null removes the stored value. */
export function writeMark(mark: Mark, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(keyOf(mark));
    else window.localStorage.setItem(keyOf(mark), value);
  } catch {
    // Storage is unavailable, so the value is not remembered.
  }
}
