/**
 * Converts the result of testing an event definition to a chart: values per run, the condition's thresholds, and the
 * runs with events. The functions are pure.
 */
import type { AggregationConfig as Condition, DefinitionTest } from '../../api/contract/event-definitions.js';
import type { EventsResult, PivotResult } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import type { MetricLooks } from '../view/metric-look.js';
import { comparisonsIn } from './comparisons.js';
import { functionText, seriesText } from './tree.js';

interface Limit {
  readonly value: number;
  /** The comparison as text, for example `avg took > 5`. */
  readonly text: string;
}

/** A series of the definition with the thresholds with which the condition compares the series. */
export interface ComparedSeries {
  /** Index of the series in the definition. */
  readonly at: number;
  /** Function text of the series, for example `avg(took)`; for a formula its text. */
  readonly function: string;
  /** Name of the series for people, for example `avg took`. */
  readonly text: string;
  /**
   * True if the first comparison of the series is `<` or `<=`. Low values fulfil it, so the lowest value of all groups
   * matters and not the highest.
   */
  readonly below: boolean;
  /** Distinct thresholds in the condition. */
  readonly limits: readonly Limit[];
}

/**
 * Returns the series of a definition in the order in which the condition compares them. Series without a numeric
 * threshold come last. The list is empty if each message is an event.
 */
export function comparedSeries({ series, conditions: { expression } }: Condition): readonly ComparedSeries[] {
  if (expression === null) return [];
  const compared = comparisonsIn(expression);
  const order = [...new Set([...compared.map(({ ref }) => ref), ...series.map(({ id }) => id)])];
  return order.flatMap((id) => {
    const at = series.findIndex((one) => one.id === id);
    const one = series[at];
    if (!one) return [];
    const text = seriesText(one.function, one.field, one.formula);
    const metric = one.formula ?? functionText(one.function, one.field);
    const own = compared.filter(({ ref }) => ref === id);
    const limits = own.map(({ operator, value }) => ({
      value,
      text: `${text} ${operator === '==' ? '=' : operator} ${value}`,
    }));
    const [first] = own;
    const below = first?.operator === '<' || first?.operator === '<=';
    return [
      { at, function: metric, text, below, limits: [...new Map(limits.map((limit) => [limit.text, limit])).values()] },
    ];
  });
}

/** A bar that represents consecutive runs; `from` and `to` are in epoch milliseconds. */
export interface RunBar {
  readonly from: number;
  readonly to: number;
  /**
   * Value of the runs that is nearest to fulfilling the condition; null: the runs have no value. If no series is shown,
   * it is the number of events of the runs.
   */
  readonly value: number | null;
  readonly events: number;
}

/** Maximum number of bars; if there were more bars, a single bar would be too narrow to see. */
export const mostBars = 96;

/**
 * Combines the runs to bars.
 * @param shown series whose values the bars show; undefined: they show the number of events
 */
export function runBars({ runs, config }: DefinitionTest, shown: ComparedSeries | undefined): readonly RunBar[] {
  const together = Math.max(1, Math.ceil(runs.length / mostBars));
  const bars: RunBar[] = [];
  // Bars are formed backwards from the newest run, so that only the oldest bar may represent fewer runs.
  for (let end = runs.length; end > 0; end -= together) {
    const own = runs.slice(Math.max(0, end - together), end);
    const values = own.flatMap(({ values: all, events }) => {
      const value = shown ? all[shown.at]?.[shown.below ? 0 : 1] : events;
      return typeof value === 'number' ? [value] : [];
    });
    const events = own.reduce((sum, one) => sum + one.events, 0);
    const nearest = shown?.below ? Math.min(...values) : Math.max(...values);
    const value = values.length === 0 ? null : shown ? nearest : events;
    const from = Date.parse(own[0]?.at ?? '') - config.execute_every_ms;
    bars.unshift({ from, to: Date.parse(own.at(-1)?.at ?? ''), value, events });
  }
  return bars;
}

export interface ConditionChart {
  readonly result: PivotResult;
  readonly events: EventsResult['events'];
  readonly config: AggregationConfig;
  readonly looks: MetricLooks;
  /** Lowest and highest value of the bars; undefined: there are no values. */
  readonly extent: readonly [lowest: number, highest: number] | undefined;
}

export interface ChartWords {
  /** Display name of the values in the chart. */
  readonly series: string;
  /** Returns the label of a bar whose runs found events. */
  readonly mark: (events: number) => string;
}

/** Builds the chart in the form in which widgets display pivot results. */
export function conditionChart(
  test: DefinitionTest,
  shown: ComparedSeries | undefined,
  words: ChartWords,
): ConditionChart {
  const bars = runBars(test, shown);
  const metric = shown?.function ?? 'count()';
  const iso = (at: number): string => new Date(at).toISOString();
  const values = bars.flatMap(({ value }) => (value === null ? [] : [value]));
  const [first, last] = [bars[0], bars.at(-1)];
  const width = Math.max(1, (first?.to ?? 0) - (first?.from ?? 0), (last?.to ?? 0) - (last?.from ?? 0));
  const [critical, warning] = shown?.limits ?? [];
  return {
    result: {
      id: 'runs',
      type: 'pivot',
      // The total is the number of bars with a value, because screen readers also announce bars without a height.
      total: values.length,
      rows: bars.map(({ from, value }) => ({
        key: [iso(from)],
        values: [{ key: [words.series], value, rollup: true, source: 'row-leaf' }],
        source: 'leaf',
      })),
      effective_timerange: { type: 'absolute', from: iso(first?.from ?? 0), to: iso(last?.to ?? 0) },
    },
    events: shown
      ? bars
          .filter(({ events }) => events > 0)
          .map(({ from, to, events }) => ({
            id: iso(from),
            streams: [],
            timestamp: iso((from + to) / 2),
            message: words.mark(events),
            alert: true,
          }))
      : [],
    config: {
      row_pivots: [
        {
          type: 'time',
          fields: ['timestamp'],
          config: { interval: { type: 'timeunit', value: width / 1000, unit: 'seconds' } },
        },
      ],
      column_pivots: [],
      series: [{ config: { name: words.series }, function: metric }],
      sort: [],
      visualization: 'bar',
      visualization_config: null,
      formatting_settings: null,
      rollup: true,
      // The events of the test are drawn as annotations; real alerts are not, because users would confuse the two.
      event_annotation: true,
    },
    looks:
      critical === undefined
        ? {}
        : {
            [metric]: {
              thresholds: {
                critical: critical.value,
                ...(warning && { warning: warning.value }),
                words: { critical: critical.text, ...(warning && { warning: warning.text }) },
              },
            },
          },
    extent: values.length === 0 ? undefined : [Math.min(...values), Math.max(...values)],
  };
}
