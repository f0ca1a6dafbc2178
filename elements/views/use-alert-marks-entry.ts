import { useSyncExternalStore } from 'react';
import type { MenuEntry } from '../kit/menu.js';
import { alertMarksWanted } from '../widgets/alert-marks.js';
import { texts } from './texts.js';

/** Tells whether charts mark alerts, in the menu of a search or a dashboard; this browser remembers it for all of them. */
export function useAlertMarksEntry(): MenuEntry {
  const checked = useSyncExternalStore(alertMarksWanted.subscribe, alertMarksWanted.get);
  return {
    kind: 'checkbox',
    key: 'alert-marks',
    label: texts.alertMarks,
    checked,
    onSelect: () => alertMarksWanted.set(!checked),
  };
}
