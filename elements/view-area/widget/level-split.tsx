/** Asks for the levels of the messages that a histogram shows, once these are on screen. Shows nothing itself. */
import { useEffect, useRef } from 'react';
import { inBackground } from '../../../api/client.js';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import { searchedDraft } from '../../../machines/view/draft-search.js';
import { levelSearch, levelsOf } from '../../../machines/view/level-split.js';
import { useConnection } from '../../element/connection-context.js';
import type { ViewPageActor } from '../view-page.js';

/** What was found, and of what. */
export interface Levels {
  readonly searchId: string;
  /** That holds the level. */
  readonly field: string;
  /** Undefined: there are none, or they could not be had. */
  readonly pivot: PivotResult | undefined;
}

export interface LevelSplitProps extends Omit<Levels, 'pivot'> {
  readonly page: ViewPageActor;
  readonly widget: Widget;
  /** Of the histogram; a new one has new levels. */
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
    const found = async (): Promise<PivotResult | undefined> => {
      const { request } = page.getSnapshot().context.execution.getSnapshot().context;
      if (request?.search.id !== searchId) return undefined;
      const draft = searchedDraft(request, request.queryId, request.bindings ?? {});
      const { widget: of, result: on } = latest.current;
      const search = levelSearch(draft, on.effective_timerange, of, field);
      return levelsOf(await syncSearch(inBackground(client), search, abort.signal));
    };
    let asked: PivotResult | undefined;
    let busy = false;
    // One after another: where they take longer than the time between refreshes none would ever end.
    ask.current = async () => {
      if (busy) return;
      busy = true;
      while (!abort.signal.aborted && latest.current.result !== asked) {
        asked = latest.current.result;
        // What nobody asked for is no failure: the bars stay whole.
        const pivot = await found().catch(() => undefined);
        if (!abort.signal.aborted) latest.current.onLevels({ searchId, field, pivot });
      }
      busy = false;
    };
    return () => abort.abort();
  }, [client, page, searchId, field]);
  useEffect(() => void ask.current?.(), [client, page, searchId, field, result]);
  return null;
}
