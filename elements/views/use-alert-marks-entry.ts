import { useSyncExternalStore } from 'react';
import type { MenuEntry } from '../kit/menu.js';
import { alertMarksWanted } from '../widgets/alert-marks.js';
import { texts } from './texts.js';

/**
 * Returns the menu entry of a search or dashboard that shows or hides alert marks in charts; the choice is stored in
 * this browser and applies to all views.
 */
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
