/** Stores the notes of a user in this browser's local storage (screens/dashboards-sharing-alerts.md §13). */
import { readPad, type Pad } from '../../machines/scratchpad.js';
import { scratchpadKey } from './scratchpad-key.js';

/** Returns the stored notes; empty notes when storage is unavailable or its content is unreadable. */
export function storedPad(username: string): Pad {
  try {
    return readPad(JSON.parse(window.localStorage.getItem(scratchpadKey(username)) ?? 'null'));
  } catch {
    return readPad(null);
  }
}

/** Stores the notes; returns false when the browser could not store them. */
export function storePad(username: string, pad: Pad): boolean {
  try {
    window.localStorage.setItem(scratchpadKey(username), JSON.stringify(pad));
    return true;
  } catch {
    return false;
  }
}
