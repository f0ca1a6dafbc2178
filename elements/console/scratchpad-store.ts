/** Storage of a user's notes: this browser (screens/dashboards-sharing-alerts.md §13). */
import { readPad, type Pad } from '../../machines/scratchpad.js';
import { scratchpadKey } from './scratchpad-key.js';

/** Without storage, or with unreadable content in it, there are no notes. */
export function storedPad(username: string): Pad {
  try {
    return readPad(JSON.parse(window.localStorage.getItem(scratchpadKey(username)) ?? 'null'));
  } catch {
    return readPad(null);
  }
}

/** @returns whether the browser keeps it */
export function storePad(username: string, pad: Pad): boolean {
  try {
    window.localStorage.setItem(scratchpadKey(username), JSON.stringify(pad));
    return true;
  } catch {
    return false;
  }
}
