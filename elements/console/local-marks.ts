/** Values remembered in this browser; without storage they are lost and nothing else changes. */

export type Mark = 'theme' | 'open';
const keyOf = (mark: Mark) => `log-console-${mark}`;

export function readMark(mark: Mark): string | null {
  try {
    return window.localStorage.getItem(keyOf(mark));
  } catch {
    return null;
  }
}

/** @param value null: forgotten */
export function writeMark(mark: Mark, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(keyOf(mark));
    else window.localStorage.setItem(keyOf(mark), value);
  } catch {
    // Without storage nothing is remembered.
  }
}
