import { useEffect, useState } from 'react';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../widgets/index.js';

/** Data of a histogram and the configuration that draws it. */
export interface Picture {
  readonly config: AggregationConfig;
  readonly result: PivotResult | undefined;
  /** Number of messages found by the same search. */
  readonly total?: number | undefined;
}

/** Milliseconds that the bars of a new search wait for their levels. */
export const levelsWaitMs = 600;

/**
 * Returns the picture, or the previous one while parts of the new picture are loading, for a limited time: otherwise
 * each search would briefly show unsplit bars, in a taller chart without its legend.
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
