import { useState } from 'react';
import { localStore } from '../../kit/stored-list.js';

const key = 'log-console.search-controls-hidden';

/**
 * Returns whether the user has hidden the pluggable controls of the search bar, and a function that stores the choice
 * in the browser (spec 2 §2, §9).
 */
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
        // Storage is unavailable, so the choice only holds for this page.
      }
    },
  ];
}
