import { useEffect } from 'react';
import { readComparison, writeComparison } from '../../machines/comparison/address.js';
import { sameWire } from '../../machines/wire-equality.js';
import { comparisonWanted } from '../widgets/comparison.js';
import type { Router } from './router.js';
import { withSearch } from './view-events.js';

/**
 * Keeps the comparison with an earlier range in the address of a search or dashboard, so that others see the comparison
 * through a link. A page whose address names no comparison keeps the choice of the previous page. Renders nothing.
 */
export function AddressedComparison({ router, search }: { readonly router: Router; readonly search: string }): null {
  useEffect(() => {
    const wanted = readComparison(search);
    if (wanted && !sameWire(wanted, comparisonWanted.get())) comparisonWanted.set(wanted);
    const write = (): void => {
      const { path, search: current } = router.location();
      const changed = writeComparison(current, comparisonWanted.get());
      if (changed.toString() === new URLSearchParams(current).toString()) return;
      router.navigate(withSearch(path, changed), { replace: true });
    };
    write();
    return comparisonWanted.subscribe(write);
  }, [router, search]);
  return null;
}
