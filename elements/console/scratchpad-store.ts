/** Storage of a user's notes: this browser (screens/dashboards-sharing-alerts.md §13). */
import { readPad, type Pad } from '../../machines/scratchpad.js';
import { scratchpadKey } from './scratchpad-key.js';

/** Reads the notes; empty when storage is unavailable or its content is unreadable. */
export function storedPad(username: string): Pad {
  try {
    return readPad(JSON.parse(window.localStorage.getItem(scratchpadKey(username)) ?? 'null'));
  } catch {
    return readPad(null);
  }
}

/** @returns whether the browser has stored the notes */
export function storePad(username: string, pad: Pad): boolean {
  try {
    window.localStorage.setItem(scratchpadKey(username), JSON.stringify(pad));
    return true;
  } catch {
    return false;
  }
}
