import { useEffect, useState } from 'react';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../widgets/index.js';

/** Data of a histogram, and the configuration with which the data is drawn. */
export interface Picture {
  readonly config: AggregationConfig;
  readonly result: PivotResult | undefined;
  /** True if the result is of a search of all time. */
  readonly ofAllTime?: boolean;
  /** Number of messages found by the search that yielded the result. */
  readonly total?: number | undefined;
}

/** Maximum time in ms for which the bars of a new search wait for their split by level. */
export const levelsWaitMs = 600;

/**
 * Returns the given picture. While `awaited` is true, it returns the previous picture instead, but at most for
 * `levelsWaitMs`. Without this wait, each search would briefly show bars that are not split, in a taller chart without
 * legend.
 *
 * @param awaited true while the split by level, or finer buckets, are being loaded for the picture
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
