import { useEffect, useState } from 'react';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../widgets/index.js';

/** Data of a histogram and the configuration that draws it. */
export interface Picture {
  readonly config: AggregationConfig;
  readonly result: PivotResult | undefined;
  /** Messages that were found with it. */
  readonly total?: number | undefined;
}

/** ms for which the bars of a new search wait for their levels. */
export const levelsWaitMs = 600;

/**
 * The picture; the one before while the parts of the new one are on their way, but not for long: else at each search its bars
 * would be whole for a moment, and higher as there is no legend yet.
 */
export function useUnlessAwaited(picture: Picture, awaited: boolean): Picture {
  const [before, setBefore] = useState<Picture>();
  const [over, setOver] = useState<PivotResult>();
  const { config, result, total } = picture;
  const held = awaited && before?.result !== undefined && over !== result;
  const isOther = before?.result !== result || before?.config !== config || before?.total !== total;
  if (!held && isOther) setBefore(picture);
  useEffect(() => {
    if (!held) return undefined;
    const timer = setTimeout(() => setOver(result), levelsWaitMs);
    return () => clearTimeout(timer);
  }, [held, result]);
  return held ? before : picture;
}
