/** Defines the demo: an input that generates messages and a dashboard for them. */
import type { AggregationConfig, ViewState, Widget, WidgetPosition } from '../../api/contract/views.schema.js';
import type { InputStateSummary, InputSummary } from '../../api/contract/inputs.js';
import type { ViewSummary } from '../../api/contract/views.js';
import { isGenerator } from '../../api/queries/demo.js';
import { histogramConfig, messageTableConfig, newWidget } from '../../machines/view/default-view.js';
import { withFreshSearch, withState, queryIds, type ViewDocument } from '../../machines/view/document.js';
import type { Ids } from '../../machines/view/ids.js';
import { emptyDashboard } from '../../machines/view/transfer.js';
import { texts } from './texts.js';

const ended: ReadonlySet<string> = new Set(['STOPPING', 'STOPPED', 'FAILED', 'TERMINATED', 'INVALID_CONFIGURATION']);

/** Finds the generator among the inputs; the demo's own generator is preferred. */
export function generatorOf(inputs: readonly InputSummary[]): InputSummary | undefined {
  const generators = inputs.filter(({ type }) => isGenerator(type));
  return generators.find(({ title }) => title === texts.demo.inputTitle) ?? generators[0];
}

/** Returns whether an input is running or starting. A stopped input may be missing in the states. */
export function isAtWork(states: readonly InputStateSummary[], inputId: string): boolean {
  return states.some(({ id, state }) => id === inputId && !ended.has(state));
}

/** List query that finds dashboards with the demo's title. */
export const demoDashboardQuery = { query: `title:"${texts.demo.dashboardTitle}"`, page: 1, per_page: 10 } as const;

/** Finds the demo's dashboard, regardless of the user who started the demo. */
export function sampleOf(dashboards: readonly ViewSummary[]): ViewSummary | undefined {
  const titled = dashboards.filter(({ title }) => title === texts.demo.dashboardTitle);
  return titled.find(({ summary }) => summary === texts.demo.dashboardSummary) ?? titled[0];
}

/** Returns a dashboard with charts, numbers and a table over the generator's fields. */
export function demoDashboard(owner: string | null, createdAt: string, ids: Ids): ViewDocument {
  const metadata = {
    title: texts.demo.dashboardTitle,
    summary: texts.demo.dashboardSummary,
    description: texts.demo.dashboardDescription,
  };
  const document = emptyDashboard({ createdAt, owner, metadata }, ids);
  const { widgets: titles } = texts.demo;
  const time = histogramConfig();
  const aggregation = (config: Partial<AggregationConfig>): Widget['config'] => ({ ...histogramConfig(), ...config });
  const values = (field: string) => [
    { fields: [field], type: 'values' as const, config: { limit: 10, skip_empty_values: false } },
  ];
  const metric = (text: string) => ({ config: { name: null }, function: text });
  const parts: readonly (readonly [title: string, widget: Widget, position: WidgetPosition, query?: string])[] = [
    [
      titles.requests,
      newWidget(
        'aggregation',
        aggregation({
          column_pivots: values('http_response_code'),
          visualization_config: { barmode: 'stack', axis_type: 'linear' },
        }),
        ids,
      ),
      { col: 1, row: 1, width: 9, height: 3 },
    ],
    [
      titles.count,
      newWidget(
        'aggregation',
        aggregation({
          row_pivots: [],
          visualization: 'numeric',
          visualization_config: { trend: true, trend_preference: 'NEUTRAL' },
        }),
        ids,
      ),
      { col: 10, row: 1, width: 3, height: 3 },
    ],
    [
      titles.time,
      newWidget(
        'aggregation',
        aggregation({
          row_pivots: time.row_pivots,
          series: [metric('avg(took_ms)'), metric('max(took_ms)')],
          visualization: 'line',
          visualization_config: { interpolation: 'linear', axis_type: 'linear' },
        }),
        ids,
      ),
      { col: 1, row: 4, width: 6, height: 3 },
    ],
    [
      titles.slow,
      newWidget(
        'aggregation',
        aggregation({
          row_pivots: values('resource'),
          series: [metric('count()'), metric('avg(took_ms)')],
          sort: [{ type: 'series', field: 'avg(took_ms)', direction: 'Descending' }],
          visualization: 'table',
          visualization_config: null,
        }),
        ids,
      ),
      { col: 7, row: 4, width: 6, height: 3 },
    ],
    [
      titles.failures,
      newWidget(
        'messages',
        { ...messageTableConfig(), fields: ['timestamp', 'http_response_code', 'http_method', 'resource', 'took_ms'] },
        ids,
      ),
      { col: 1, row: 7, width: 'Infinity', height: 5 },
      'http_response_code:[500 TO 599]',
    ],
  ];
  const state: ViewState = {
    widgets: parts.map(([, widget, , query]) => ({
      ...widget,
      timerange: { type: 'relative', from: 900 },
      query: { type: 'elasticsearch', query_string: query ?? '_exists_:http_response_code' },
    })),
    titles: { widget: Object.fromEntries(parts.map(([title, { id }]) => [id, title])) },
    positions: Object.fromEntries(parts.map(([, { id }, position]) => [id, position])),
    widget_mapping: {},
    formatting: { highlighting: [] },
  };
  return withFreshSearch(withState(document, queryIds(document)[0] ?? '', state), ids);
}
