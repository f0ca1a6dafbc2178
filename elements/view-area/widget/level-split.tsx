/** Requests the level split and finer buckets of a time chart once it is on screen. Renders nothing. */
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

/** Level split of a histogram, with the search that it belongs to. */
export interface Levels {
  readonly searchId: string;
  /** Level field; undefined: only finer buckets are requested. */
  readonly field: string | undefined;
  /** Undefined when there are no levels or the request failed. */
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
    // Requests run one after another: if each were aborted by the next refresh, a slow one would never finish.
    ask.current = async () => {
      if (busy) return;
      busy = true;
      while (!abort.signal.aborted && latest.current.result !== asked) {
        asked = latest.current.result;
        // A failed level request is not reported, because the user did not request it: the bars stay unsplit.
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
