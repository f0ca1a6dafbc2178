/** Shows an aggregation widget of the view; the bars of a histogram can be stacked by level or by another field. */
import { useSelector } from '@xstate/react';
import { startTransition, useContext, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { FieldType, SearchTypeResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { isLevelField } from '../../../api/level-field.js';
import { sameSearched } from '../../../machines/search-execution/belonging.js';
import { isMessages, resultsOf, searchTypesOf, type ShownResult } from '../../../machines/search-execution/results.js';
import { isTimeline } from '../../../machines/pivot/keys.js';
import { isAllTime } from '../../../machines/time-range/ranges.js';
import { stackedBy, type Stacking } from '../../../machines/view/stacking.js';
import { useHostElement } from '../../element/host-context.js';
import { ErrorBoundary } from '../../kit/error-boundary.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Suspense } from '../../kit/suspense.js';
import { AggregationWidget, type AggregationConfig, type MetricLooks, type WidgetProps } from '../../widgets/index.js';
import { comparisonWanted } from '../../widgets/comparison.js';
import { WidgetFoldContext } from '../../widgets/frame/fold.js';
import { noteStacking } from '../seen-stacking.js';
import { totalOf, useView, type ViewPageActor } from '../view-page.js';
import type { EarlierAnswer } from './earlier-search.js';
import type { Levels } from './level-split.js';
import { useAtResult } from './use-at-result.js';
import { useUnlessAwaited } from './use-unless-awaited.js';
import { aggregationOf } from '../../../machines/view/widget-config.js';

const EarlierSearch = lazyPart(() => import('./earlier-search.js'), 'EarlierSearch');
const LevelSplit = lazyPart(() => import('./level-split.js'), 'LevelSplit');
const StackControl = lazyPart(() => import('./stack-control.js'), 'StackControl');

export interface AggregationViewProps extends WidgetProps {
  readonly page: ViewPageActor;
  readonly widget: Widget;
  readonly shown: ShownResult | undefined;
  readonly looks: MetricLooks;
  /** Stacking of the bars; undefined when the widget's bars cannot be stacked by a selected field. */
  readonly stacking: Stacking | undefined;
  readonly dashboard: boolean;
  readonly fieldTypes: readonly FieldType[] | undefined;
  readonly onEditedConfig: ((config: AggregationConfig) => void) | undefined;
  /**
   * Receives changes that the user makes in the result, in place of the view; absent: the widget is changed in the
   * view.
   */
  readonly onOwnConfig?: (config: AggregationConfig) => void;
}

export function AggregationView(props: AggregationViewProps): ReactNode {
  const { page, widget, shown, looks, stacking, dashboard, fieldTypes, onEditedConfig, onOwnConfig, ...common } = props;
  const { readonly: readOnly, allows } = useHostElement();
  const { view } = useView(page);
  const [levels, setLevels] = useState<Levels>();
  const folded = useContext(WidgetFoldContext)?.folded === true;
  // While the chart is folded its levels are not requested again, so the old levels are dropped.
  if (folded && levels) setLevels(undefined);
  const [chartId = ''] = searchTypesOf(shown, widget.id);
  const results = resultsOf(shown, widget.id);
  const pivots = results.filter((result) => result.type === 'pivot');
  const pivot = pivots.find(({ id }) => id === chartId);
  const searchId = shown?.searchId ?? '';
  const field = useLevelField(stacking?.by === 'level' ? shown : undefined, fieldTypes);
  const config = aggregationOf(widget);
  const isSplit = sameSearched(levels, shown);
  const found = isSplit && levels?.field === field ? levels : undefined;
  const by = found?.pivot && found.byLevel ? field : undefined;
  const shownConfig = useMemo(() => (by === undefined ? config : stackedBy(config, by)), [config, by]);
  useEffect(() => {
    noteStacking(page, widget.id, by);
    return () => noteStacking(page, widget.id, undefined);
  }, [page, widget.id, by]);
  const isOfAllTime = useAtResult(pivot, useIsOfAllTime(page, searchId, widget));
  // The editor shows the number of rows of the widget's own result, so its preview uses no finer buckets.
  const finer = isOfAllTime && !dashboard && !onEditedConfig && isTimeline(config);
  const splits = pivot !== undefined && (field !== undefined || finer) && !folded;
  const picture = useUnlessAwaited(
    {
      ...{ config: shownConfig, result: found?.pivot ?? pivot, ofAllTime: isOfAllTime },
      total: dashboard ? undefined : totalOf(page),
    },
    splits && !isSplit,
  );
  const { total } = picture;
  const comparison = useSyncExternalStore(comparisonWanted.subscribe, comparisonWanted.get);
  const [answer, setAnswer] = useState<EarlierAnswer>();
  const compares = comparison !== undefined && pivot !== undefined && !folded;
  // An answer for another comparison, search, filter or range would draw wrong lines, so it is ignored.
  const earlier =
    compares && answer?.comparison === comparison && sameSearched(answer, shown) ? answer.earlier : undefined;
  const change = (changed: AggregationConfig) => {
    // The automatic level split is not part of the view, so it is not saved with the widget.
    const { column_pivots, visualization_config } = config;
    const isStacked = picture.config !== config;
    const kept = isStacked ? { ...changed, column_pivots, visualization_config } : { ...changed };
    view.send({ type: 'widget.updated', widget: { ...widget, config: kept } });
  };
  return (
    <>
      {shown && (splits || compares) && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            {splits && (
              <LevelSplit
                page={page}
                widget={widget}
                shown={shown}
                result={pivot}
                field={field}
                // A transition keeps the bars on screen while their legend is loading.
                onLevels={(levels) => startTransition(() => setLevels(levels))}
              />
            )}
            {compares && (
              <EarlierSearch
                page={page}
                widget={widget}
                shown={shown}
                result={pivot}
                comparison={comparison}
                onEarlier={(found) => startTransition(() => setAnswer(found))}
              />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
      <AggregationWidget
        {...common}
        {...(stacking &&
          !readOnly && {
            actions: (
              <>
                <Suspense fallback={null}>
                  <StackControl
                    stacking={stacking}
                    fields={fieldTypes}
                    onStack={(chosen) => view.send({ type: 'widget.stacked', widgetId: widget.id, stacking: chosen })}
                  />
                </Suspense>
                {common.actions}
              </>
            ),
          })}
        config={picture.config}
        result={picture.result}
        trend={pivots.find(({ id }) => id !== chartId)}
        earlier={earlier}
        events={results.find((result) => result.type === 'events')?.events}
        looks={looks}
        {...(fieldTypes && { fieldTypes })}
        {...(picture.result && { effectiveRange: picture.result.effective_timerange })}
        ofAllTime={picture.ofAllTime ?? false}
        {...(total !== undefined && { total })}
        {...(allows('range') && { onRange: (timeRange) => page.send({ type: 'range.zoomed', timeRange }) })}
        {...(!readOnly && { onConfigChange: onEditedConfig ?? onOwnConfig ?? change })}
        {...(onEditedConfig && { editing: true })}
      />
    </>
  );
}

/** Returns true if the request with this search id covers all time for a widget. */
function useIsOfAllTime(page: ViewPageActor, searchId: string, { timerange }: Widget): boolean {
  const execution = useSelector(page, ({ context }) => context.execution);
  return useSelector(execution, ({ context: { request } }) => {
    if (request?.search.id !== searchId) return false;
    const range =
      request.override?.timerange ??
      timerange ??
      request.search.queries.find(({ id }) => id === request.queryId)?.timerange;
    return range !== undefined && isAllTime(range);
  });
}

/**
 * Returns the level field of the found messages; the field stays the same for all pages and refreshes of a search.
 * Undefined: no result, or no level field.
 */
function useLevelField(shown: ShownResult | undefined, fieldTypes: readonly FieldType[] | undefined) {
  const [kept, setKept] = useState<{ readonly searchId: string; readonly field: string }>();
  const found = useMemo(
    () => shown && (levelFieldOf(shown) ?? fieldTypes?.find(({ name }) => isLevelField(name))?.name),
    [shown, fieldTypes],
  );
  if (!shown) return undefined;
  const { searchId } = shown;
  if (kept?.searchId === searchId) return kept.field;
  if (found !== undefined) setKept({ searchId, field: found });
  return found;
}

function levelFieldOf({ result }: ShownResult): string | undefined {
  const results: readonly SearchTypeResult[] = Object.values(result?.search_types ?? {});
  for (const { message } of results.filter(isMessages).flatMap(({ messages }) => messages)) {
    const field = Object.keys(message).find(isLevelField);
    if (field !== undefined) return field;
  }
  return undefined;
}
