import { useState } from 'react';
import { localStore } from '../../kit/stored-list.js';

const key = 'log-console.search-controls-hidden';

/** Tells whether the pluggable controls of the search bar are hidden; remembered in the browser (spec 2 §2, §9). */
export function useControlsHidden(): readonly [hidden: boolean, setHidden: (hidden: boolean) => void] {
  const [hidden, setHidden] = useState(() => {
    try {
      return localStore()?.getItem(key) === 'true';
    } catch {
      return false;
    }
  });
  return [
    hidden,
    (on) => {
      setHidden(on);
      try {
        if (on) localStore()?.setItem(key, 'true');
        else localStore()?.removeItem(key);
      } catch {
        // Remembered for this page only.
      }
    },
  ];
}
