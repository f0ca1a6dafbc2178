/** Asks for the levels of the messages that a chart over time shows, and for its finer buckets, once it is on screen. Shows nothing itself. */
import { useEffect, useRef } from 'react';
import { inBackground } from '../../../api/client.js';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { AggregationConfig, Widget } from '../../../api/contract/views.schema.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import { searchedDraft } from '../../../machines/view/draft-search.js';
import { barsOf, hasFinerBuckets, levelSearch, levelsOf } from '../../../machines/view/level-split.js';
import { isAllTime } from '../../../machines/time-range/ranges.js';
import { useConnection } from '../../element/connection-context.js';
import type { ViewPageActor } from '../view-page.js';

/** Levels of a histogram and the search that they belong to. */
export interface Levels {
  readonly searchId: string;
  /** Field that holds the level; undefined: only finer buckets are asked for. */
  readonly field: string | undefined;
  /** Undefined when there are none, or they could not be had. */
  readonly pivot: PivotResult | undefined;
  /** True splits by level; false keeps the widget's own grouping. */
  readonly byLevel: boolean;
}

export interface LevelSplitProps extends Omit<Levels, 'pivot' | 'byLevel'> {
  readonly page: ViewPageActor;
  readonly widget: Widget;
  /** Result of the histogram; a new result needs new levels. */
  readonly result: PivotResult;
  readonly onLevels: (levels: Levels) => void;
}

export function LevelSplit({ page, widget, result, searchId, field, onLevels }: LevelSplitProps): null {
  const { client } = useConnection();
  const latest = useRef({ widget, result, onLevels });
  useEffect(() => {
    latest.current = { widget, result, onLevels };
  });
  const ask = useRef<() => Promise<void>>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    const nothing = { pivot: undefined, byLevel: false };
    const found = async (): Promise<Pick<Levels, 'pivot' | 'byLevel'>> => {
      const { request } = page.getSnapshot().context.execution.getSnapshot().context;
      if (request?.search.id !== searchId) return nothing;
      const draft = searchedDraft(request, request.queryId, request.bindings ?? {});
      const { widget: of, result: on } = latest.current;
      const range = on.effective_timerange;
      const ask = (by: string | undefined) =>
        syncSearch(inBackground(client), levelSearch(draft, range, of, by), abort.signal);
      const levels = field === undefined ? undefined : levelsOf(await ask(field));
      if (levels) return { pivot: levels, byLevel: true };
      const finer = isAllTime(draft.timeRange) && hasFinerBuckets(of.config as AggregationConfig, range);
      return finer ? { pivot: barsOf(await ask(undefined)), byLevel: false } : nothing;
    };
    let asked: PivotResult | undefined;
    let busy = false;
    // One after another: where they take longer than the time between refreshes none would ever end.
    ask.current = async () => {
      if (busy) return;
      busy = true;
      while (!abort.signal.aborted && latest.current.result !== asked) {
        asked = latest.current.result;
        // A failed level query is not reported, because no user asked for it: the bars stay whole.
        const levels = await found().catch(() => nothing);
        if (!abort.signal.aborted) latest.current.onLevels({ searchId, field, ...levels });
      }
      busy = false;
    };
    return () => abort.abort();
  }, [client, page, searchId, field]);
  useEffect(() => void ask.current?.(), [client, page, searchId, field, result]);
  return null;
}
