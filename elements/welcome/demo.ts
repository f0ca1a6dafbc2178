/** The demo: a generator of messages and a dashboard that shows them. */
import type { Client } from '../../api/client.js';
import type { AggregationConfig, ViewState, Widget, WidgetPosition } from '../../api/contract/views.schema.js';
import { createInput, inputTypes } from '../../api/contract/inputs.js';
import { createSearch } from '../../api/contract/searches.js';
import { createView } from '../../api/contract/views.js';
import { histogramConfig, messageTableConfig, newWidget } from '../../machines/view/default-view.js';
import { withFreshSearch, withState, queryIds, type ViewDocument } from '../../machines/view/document.js';
import { randomIds, type Ids } from '../../machines/view/ids.js';
import { emptyDashboard } from '../../machines/view/transfer.js';
import { texts } from './texts.js';

export const isGenerator = (inputType: string): boolean => /\.FakeHttpMessageInput$/.test(inputType);

export interface StartedDemo {
  readonly inputId: string;
  /** Undefined when the person may not create dashboards. */
  readonly dashboardId: string | undefined;
}

/** @throws ApiFailure; Error when the server has no generator */
export async function startDemo(
  client: Client,
  options: { owner: string | null; dashboard: boolean },
): Promise<StartedDemo> {
  const { types } = await client.call(inputTypes);
  const type = Object.keys(types).find(isGenerator);
  if (type === undefined) throw new Error('The server has no generator of messages.');
  const configuration = { sleep: 200, sleep_deviation: 30, source: 'shop.example.org' };
  const { id: inputId } = await client.call(createInput, {
    body: { title: texts.demo.inputTitle, type, global: true, configuration },
  });
  if (!options.dashboard) return { inputId, dashboardId: undefined };
  const { view, search } = demoDashboard(options.owner, new Date().toISOString(), randomIds);
  await client.call(createSearch, { body: search });
  const { id: dashboardId } = await client.call(createView, { body: view });
  return { inputId, dashboardId };
}

/** Charts, numbers and a table over the fields that the generator makes. */
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
