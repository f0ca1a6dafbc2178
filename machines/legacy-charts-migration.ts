/**
 * Charts that an old version has left in the local storage (spec 2 §4 "Legacy pinned charts"; screens/search.md §15).
 *
 * ```
 * deciding ─▶ nothing        (no charts, or decided before)
 *          ─▶ pending ─ migrated ─▶ finished
 *                     └ discarded ─▶ discarded
 * ```
 * The machine emits `widgetsMade {widgets}`; the owner adds these widgets to the view one by one. It also emits
 * `decided {state}`; the owner stores this state in the browser. The list of widgets begins with the last chart,
 * because every widget is added above the earlier ones: in the end the first chart is at the top.
 */
import { emit, setup } from 'xstate';
import type { AggregationConfig } from '../api/contract/views.schema.js';
import { histogramConfig, newWidget } from './view/default-view.js';
import type { NewWidget } from './view/document.js';
import type { Ids } from './view/ids.js';
import { randomIds } from './view/ids.js';
import { defaultSize } from './view/positions.js';

export interface LegacyChart {
  readonly field: string;
  readonly valuetype: string;
  readonly interval: string;
  readonly renderer: string;
  readonly interpolation: string;
}

const functions: Readonly<Record<string, string>> = { total: 'sum', mean: 'avg', cardinality: 'card' };
const visualizations: Readonly<Record<string, string>> = { scatterplot: 'scatter' };
const splines: readonly string[] = ['basis', 'bundle', 'cardinal', 'monotone'];

/** Converts an interval: `minute` becomes 1 minutes, `quarter` becomes 3 months. */
function intervalOf(interval: string): { type: 'timeunit'; value: number; unit: string } {
  return interval === 'quarter'
    ? { type: 'timeunit', value: 3, unit: 'months' }
    : { type: 'timeunit', value: 1, unit: `${interval}s` };
}

/** Converts an old chart to an aggregation over time that fills the width of the page. */
export function widgetOfChart(chart: LegacyChart, ids: Ids): NewWidget {
  const { field, valuetype, interval, renderer, interpolation } = chart;
  const visualization = visualizations[renderer] ?? renderer;
  const interpolated = visualization === 'line' || visualization === 'area';
  const config: AggregationConfig = {
    ...histogramConfig(),
    row_pivots: [{ fields: ['timestamp'], type: 'time', config: { interval: intervalOf(interval) } }],
    series: [{ function: `${functions[valuetype] ?? valuetype}(${field})`, config: { name: null } }],
    visualization,
    visualization_config: interpolated
      ? { interpolation: splines.includes(interpolation) ? 'spline' : interpolation }
      : null,
  };
  const { height } = defaultSize('aggregation');
  return { widget: newWidget('aggregation', config, ids), size: { height, width: 'Infinity' } };
}

/** Parses the stored charts; invalid entries are left out. */
export function readLegacyCharts(stored: string | null): readonly LegacyChart[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored ?? '');
  } catch {
    return [];
  }
  if (typeof parsed !== 'object' || parsed === null) return [];
  return Object.values(parsed).flatMap((entry: unknown): LegacyChart[] => {
    const { field, valuetype, interval, renderer, interpolation = 'linear' } = (entry ?? {}) as Record<string, unknown>;
    const texts = [field, valuetype, interval, renderer, interpolation];
    if (!texts.every((text): text is string => typeof text === 'string' && text !== '')) return [];
    const [f = '', v = '', i = '', r = '', p = ''] = texts;
    return [{ field: f, valuetype: v, interval: i, renderer: r, interpolation: p }];
  });
}

export type MigrationState = 'finished' | 'discarded';

export const legacyChartsMigrationMachine = setup({
  types: {
    context: {} as { charts: readonly LegacyChart[]; decided: MigrationState | undefined; ids: Ids },
    events: {} as { type: 'migrated' } | { type: 'discarded' },
    input: {} as { charts: readonly LegacyChart[]; decided?: MigrationState | undefined; ids?: Ids },
    emitted: {} as { type: 'widgetsMade'; widgets: readonly NewWidget[] } | { type: 'decided'; state: MigrationState },
  },
  guards: { isNothing: ({ context: { charts, decided } }) => charts.length === 0 || decided !== undefined },
}).createMachine({
  id: 'legacyChartsMigration',
  context: ({ input }) => ({ charts: input.charts, decided: input.decided, ids: input.ids ?? randomIds }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isNothing', target: 'nothing' }, { target: 'pending' }] },
    nothing: {},
    pending: {
      on: {
        migrated: {
          target: 'finished',
          actions: emit(({ context: { charts, ids } }) => ({
            type: 'widgetsMade' as const,
            widgets: charts.map((chart) => widgetOfChart(chart, ids)).reverse(),
          })),
        },
        discarded: 'discarded',
      },
    },
    finished: { entry: emit({ type: 'decided' as const, state: 'finished' as const }) },
    discarded: { entry: emit({ type: 'decided' as const, state: 'discarded' as const }) },
  },
});
