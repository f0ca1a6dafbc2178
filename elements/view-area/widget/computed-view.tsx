/**
 * Shows an aggregation widget with filtered metrics and formulas. The widget's own search finds the groups and the
 * other metrics; a further search with one pivot per filter finds what the formulas need, on every kind of server.
 */
import { startTransition, useContext, useMemo, useState, type ReactNode } from 'react';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { planOf, type ComputedPlan, type PlannedConfig } from '../../../machines/formula/compute.js';
import { joinComputed, namedMetrics, splitComputed } from '../../../machines/formula/stored.js';
import { sameSearched } from '../../../machines/search-execution/belonging.js';
import { resultsOf, type ShownResult } from '../../../machines/search-execution/results.js';
import { stateOf } from '../../../machines/view/document.js';
import { givenWidgetTitle, widgetTitle } from '../../../machines/view/titles.js';
import { MetricFaults } from '../../widgets/formula/metric-faults.js';
import { WidgetScopeContext, type AggregationConfig } from '../../widgets/index.js';
import { useView, type ViewPageActor } from '../view-page.js';
import { AggregationView, type AggregationViewProps } from './aggregation-view.js';
import { computedResult } from './compute-result.js';
import { useFollowUp, type FollowUp } from './use-follow-up.js';
import { aggregationOf } from '../../../machines/view/widget-config.js';

interface Computed {
  readonly plan: ComputedPlan;
  readonly shown: ShownResult;
  readonly faults: readonly string[];
}

export interface ComputedViewProps extends AggregationViewProps {
  /** Computed metrics as stored among the titles of the view. */
  readonly computed: string;
}

export function ComputedView({ computed, ...props }: ComputedViewProps): ReactNode {
  const { page, widget, shown, onEditedConfig, footer, executing } = props;
  const { view, document, queryId } = useView(page);
  const own = aggregationOf(widget);
  const joined = useMemo(() => joinComputed(own, computed), [own, computed]);
  const { row_pivots: rows, column_pivots: columns, series, sort } = joined;
  // Only what affects the result makes a new plan, because each new plan is searched again. The text serves to compare
  // configurations by value; it is read back as the `PlannedConfig` from which it was written here.
  const planned = JSON.stringify({ row_pivots: rows, column_pivots: columns, series, sort } satisfies PlannedConfig);
  const plan = useMemo(() => planOf(JSON.parse(planned) as PlannedConfig), [planned]);
  const pivots = resultsOf(shown, widget.id).filter((result) => result.type === 'pivot');
  const [latest, setLatest] = useState<Computed>();
  /** Result whose further search has failed; undefined: none has failed. */
  const [failedOn, setFailedOn] = useState<PivotResult>();
  const [first] = pivots;
  const state = document && stateOf(document, queryId);
  const isNamed = state !== undefined && givenWidgetTitle(state, widget.id) !== undefined;
  // Until the further search has answered, the previous result stays, with the metrics and groups to which it belongs.
  const { config: answered } = latest?.plan ?? plan;
  const withMetrics = useMemo(
    (): Widget => ({ ...widget, config: { ...joined, ...answered } }),
    [widget, joined, answered],
  );
  const faults = latest?.plan === plan ? latest.faults : plan.faults;
  const change = (changed: AggregationConfig): void => {
    const split = splitComputed({ ...changed, series: joined.series });
    view.send({ type: 'widget.updated', widget: { ...widget, config: { ...split.config } } });
    if (split.computed !== computed)
      view.send({ type: 'widget.computed', widgetId: widget.id, computed: split.computed });
  };
  const scope = useContext(WidgetScopeContext);
  const ownScope = useMemo(() => scope && { ...scope, metrics: namedMetrics(joined) }, [scope, joined]);
  return (
    <WidgetScopeContext value={ownScope}>
      {first && shown && (
        <ComputedSearch
          key={computed}
          page={page}
          widget={widget}
          shown={shown}
          first={first}
          pivots={pivots}
          plan={plan}
          onComputed={(found) => (found ? startTransition(() => setLatest(found)) : setFailedOn(first))}
        />
      )}
      <AggregationView
        {...props}
        {...(!isNamed && { title: widgetTitle(state ?? { titles: null }, withMetrics) })}
        widget={withMetrics}
        shown={latest?.shown}
        // Before the first answer the widget has no result yet, which must not look like an error. Later the previous
        // result is dimmed if it belongs to another filter or range.
        executing={executing || (first !== undefined && failedOn !== first && !sameSearched(latest?.shown, shown))}
        stacking={undefined}
        onEditedConfig={onEditedConfig && ((changed) => onEditedConfig({ ...changed, series: joined.series }))}
        onOwnConfig={change}
        {...(faults.length > 0 && {
          footer: (
            <>
              <MetricFaults faults={faults} />
              {footer}
            </>
          ),
        })}
      />
    </WidgetScopeContext>
  );
}

interface ComputedSearchProps {
  readonly page: ViewPageActor;
  readonly widget: Widget;
  readonly shown: ShownResult;
  /** First of `pivots`; whenever it is replaced by a newer result, the further search is sent. */
  readonly first: PivotResult;
  /** Results of the widget's own search; there is at least one. */
  readonly pivots: readonly PivotResult[];
  readonly plan: ComputedPlan;
  /** Receives the answer; undefined when there is none. */
  readonly onComputed: (computed: Computed | undefined) => void;
}

/** Sends the further search for each new result of the widget. Renders nothing. */
function ComputedSearch({ page, widget, shown, first, pivots, plan, onComputed }: ComputedSearchProps): null {
  const find = async ({ client, request, signal }: FollowUp): Promise<Computed> => {
    const question = { client, request, widget, plan, signal };
    const found = await Promise.all(pivots.map((pivot) => computedResult(question, pivot)));
    const results = Object.fromEntries(found.map(({ result }) => [result.id, result]));
    return {
      plan,
      shown: {
        ...shown,
        ...(shown.result && {
          result: { ...shown.result, search_types: { ...shown.result.search_types, ...results } },
        }),
      },
      faults: [...new Set(found.flatMap((one) => one.faults))],
    };
  };
  useFollowUp(page, shown, first, '', find, onComputed);
  return null;
}
