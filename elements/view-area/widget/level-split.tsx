/**
 * Requests the level split of a time chart, or else finer buckets for it, once the chart is on screen. Renders nothing.
 */
import type { PivotResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import { searchedDraft } from '../../../machines/view/draft-search.js';
import { barsOf, hasFinerBuckets, levelSearch, levelsOf } from '../../../machines/view/level-split.js';
import { isComputed } from '../../../machines/pivot/computed-metric.js';
import { effectiveRange } from '../../../machines/search-execution/effective-range.js';
import type { SearchedWith } from '../../../machines/search-execution/belonging.js';
import type { ShownResult } from '../../../machines/search-execution/results.js';
import { isAllTime } from '../../../machines/time-range/ranges.js';
import type { ViewPageActor } from '../view-page.js';
import { useFollowUp, type FollowUp } from './use-follow-up.js';
import { aggregationOf } from '../../../machines/view/widget-config.js';

/** Level split of a histogram, with the search and conditions for which it was requested. */
export interface Levels extends SearchedWith {
  /** Level field; undefined: only finer buckets are requested. */
  readonly field: string | undefined;
  /** Result that replaces the chart's own result; undefined when there is none or the request failed. */
  readonly pivot: PivotResult | undefined;
  /** True: the result is split by level; false: the result has the widget's own grouping. */
  readonly byLevel: boolean;
}

export interface LevelSplitProps extends Pick<Levels, 'field'> {
  readonly page: ViewPageActor;
  readonly widget: Widget;
  readonly shown: ShownResult;
  /** Result of the histogram; a new result needs new levels. */
  readonly result: PivotResult;
  readonly onLevels: (levels: Levels) => void;
}

const nothing = { pivot: undefined, byLevel: false };

export function LevelSplit({ page, widget, shown, result, field, onLevels }: LevelSplitProps): null {
  const find = async ({
    client,
    request,
    result: on,
    signal,
  }: FollowUp): Promise<Pick<Levels, 'pivot' | 'byLevel'>> => {
    if (aggregationOf(widget).series.some((one) => isComputed(one.function))) return nothing;
    const draft = searchedDraft(request, request.queryId, request.bindings ?? {});
    const range = effectiveRange(on);
    if (!range) return nothing;
    const ask = (by: string | undefined) => syncSearch(client, levelSearch(draft, range, widget, by), signal);
    const levels = field === undefined ? undefined : levelsOf(await ask(field));
    if (levels) return { pivot: levels, byLevel: true };
    const finer = isAllTime(draft.timeRange) && hasFinerBuckets(aggregationOf(widget), range);
    return finer ? { pivot: barsOf(await ask(undefined)), byLevel: false } : nothing;
  };
  // Without an answer the bars stay unsplit.
  useFollowUp(page, shown, result, field ?? '', find, (found) =>
    onLevels({ searchId: shown.searchId, conditions: shown.conditions, field, ...(found ?? nothing) }),
  );
  return null;
}
