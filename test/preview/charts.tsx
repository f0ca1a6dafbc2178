// Preview of every visualization with results of a running server:
// node test/preview.mjs test/preview/charts.tsx --api http://127.0.0.1:9000
// Then open /?user=NAME&password=SECRET. The parameters &range=SECONDS, &only=TITLE and &theme=dark change the display.
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import type { SearchJob } from '../../api/contract/searches.js';
import type { AggregationConfig, WidgetPivot } from '../../api/contract/views.schema.js';
import { defineElement } from '../../elements/frame/define.js';
import { tokens } from '../../elements/kit/tokens.js';
import { FieldInteractionsContext, type FieldInteractions } from '../../elements/widgets/actions/interactions.js';
import { AggregationWidget } from '../../elements/widgets/aggregation/aggregation-widget.js';
import { newWidget } from '../../machines/view/default-view.js';
import { randomIds } from '../../machines/view/ids.js';
import { deriveSearchTypes } from '../../machines/view/search-types.js';
import { newAggregationConfig } from '../../machines/widget-editor/config.js';

const options = new URLSearchParams(location.search);
const seconds = Number(options.get('range') ?? 900);

const time: WidgetPivot = { type: 'time', fields: ['timestamp'], config: { interval: { type: 'auto', scaling: 1 } } };
const values = (limit: number, ...fields: string[]): WidgetPivot => ({ type: 'values', fields, config: { limit } });
const metrics = (...functions: string[]) => functions.map((one) => ({ function: one, config: { name: null } }));
const aggregation = (config: Partial<AggregationConfig>): AggregationConfig => ({
  ...newAggregationConfig(),
  series: metrics('count()'),
  rollup: false,
  ...config,
});

interface Example {
  readonly title: string;
  readonly columns: number;
  readonly height: number;
  readonly config: AggregationConfig;
}
const examples: readonly Example[] = [
  {
    title: 'Messages',
    columns: 2,
    height: 200,
    config: aggregation({ visualization: 'numeric', visualization_config: { trend: true, trend_preference: 'LOWER' } }),
  },
  {
    title: 'Median latency',
    columns: 2,
    height: 200,
    config: aggregation({ visualization: 'numeric', series: metrics('percentile(took_ms,50)') }),
  },
  {
    title: 'Requests by source',
    columns: 8,
    height: 200,
    config: aggregation({
      visualization: 'line',
      row_pivots: [time],
      column_pivots: [values(5, 'source')],
      event_annotation: true,
    }),
  },
  {
    title: 'Responses by status',
    columns: 5,
    height: 240,
    config: aggregation({
      visualization: 'bar',
      row_pivots: [time],
      column_pivots: [values(6, 'http_status')],
      visualization_config: { barmode: 'stack', axis_type: 'linear' },
    }),
  },
  {
    title: 'Latency by source and level',
    columns: 4,
    height: 240,
    config: aggregation({
      visualization: 'heatmap',
      row_pivots: [values(8, 'source')],
      column_pivots: [time],
      series: metrics('avg(took_ms)'),
    }),
  },
  {
    title: 'Slowest sources',
    columns: 3,
    height: 240,
    config: aggregation({
      visualization: 'table',
      row_pivots: [values(15, 'source', 'user')],
      series: metrics('count()', 'avg(took_ms)', 'percentile(took_ms,95)', 'latest(timestamp)'),
    }),
  },
  {
    title: 'Traffic',
    columns: 4,
    height: 240,
    config: aggregation({
      visualization: 'area',
      row_pivots: [time],
      series: metrics('avg(took_ms)', 'max(took_ms)'),
      visualization_config: { interpolation: 'spline', axis_type: 'logarithmic' },
    }),
  },
  {
    title: 'Latency by user',
    columns: 4,
    height: 240,
    config: aggregation({
      visualization: 'scatter',
      row_pivots: [values(30, 'user')],
      series: metrics('avg(took_ms)', 'max(took_ms)'),
    }),
  },
  {
    title: 'Messages by source',
    columns: 4,
    height: 240,
    config: aggregation({ visualization: 'pie', row_pivots: [values(8, 'source')] }),
  },
  {
    title: 'Statuses of sources',
    columns: 6,
    height: 260,
    config: aggregation({
      visualization: 'pie',
      row_pivots: [values(6, 'http_status')],
      column_pivots: [values(5, 'source')],
    }),
  },
  {
    title: 'Places',
    columns: 6,
    height: 260,
    config: aggregation({ visualization: 'map', row_pivots: [values(100, 'geo')] }),
  },
  {
    title: 'Sources and statuses',
    columns: 6,
    height: 260,
    config: aggregation({
      visualization: 'table',
      rollup: true,
      row_pivots: [values(10, 'source')],
      column_pivots: [values(6, 'http_status')],
      series: metrics('count()', 'avg(took_ms)'),
      visualization_config: { pinned_columns: ['source'] },
    }),
  },
  {
    title: 'Levels',
    columns: 6,
    height: 260,
    config: aggregation({ visualization: 'bar', row_pivots: [time], column_pivots: [values(8, 'level')] }),
  },
];

interface Answer {
  readonly job: SearchJob;
  readonly queryId: string;
  readonly mapping: Readonly<Record<string, string[]>>;
}

async function run(widgets: ReturnType<typeof newWidget>[]): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    'x-requested-by': 'preview',
    authorization: `Basic ${btoa(`${options.get('user')}:${options.get('password')}`)}`,
  };
  const call = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(
      `/api${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    if (!answer.ok) throw new Error(`${answer.status} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { searchTypes, widgetMapping } = deriveSearchTypes(widgets, randomIds);
  const queryId = randomIds.uuid();
  const id = randomIds.objectId();
  const query = { type: 'elasticsearch', query_string: options.get('query') ?? '' };
  const queries = [{ id: queryId, query, timerange: { type: 'relative', from: seconds }, search_types: searchTypes }];
  await call('/views/search', { id, queries, parameters: [] });
  let job = (await call(`/views/search/${id}/execute`, {})) as SearchJob;
  while (!job.execution.done) job = (await call(`/views/search/status/${job.id}`)) as SearchJob;
  return { job, queryId, mapping: widgetMapping };
}

const widgets = examples.map(({ config }) => newWidget('aggregation', { ...config }, randomIds));

function Charts(): ReactNode {
  const [answer, setAnswer] = useState<Answer>();
  const [configs, setConfigs] = useState(examples.map(({ config }) => config));
  useEffect(() => void run(widgets).then(setAnswer), []);
  const interactions: FieldInteractions = {
    query: () => '',
    onQuery: (query) => console.log('query', query),
    onAddWidget: (widget) => console.log('widget', widget),
    onHighlight: (rule) => console.log('rule', rule),
    typeOf: () => ({ type: 'string', properties: ['enumerable'], index_names: [] }),
    rules: [],
  };
  const results = answer?.job.results[answer.queryId]?.search_types ?? {};
  return (
    <FieldInteractionsContext value={options.has('plain') ? undefined : interactions}>
      <div
        style={{
          display: 'grid',
          gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
          gap: 12,
          padding: 16,
          backgroundColor: tokens.surface.canvas,
        }}
      >
        {examples.map(({ title, columns, height }, index) => {
          const ids = answer?.mapping[widgets[index]?.id ?? ''] ?? [];
          const [chart, ...more] = ids.map((id) => results[id]);
          const config = configs[index];
          if (!config || (options.has('only') && options.get('only') !== title)) return null;
          const trend = more.find((one) => one?.type === 'pivot');
          const events = more.find((one) => one?.type === 'events');
          return (
            <div
              key={title}
              style={{ gridColumn: innerWidth < 800 ? '1 / -1' : `span ${columns}`, height, minWidth: 0 }}
            >
              <Suspense fallback={null}>
                <AggregationWidget
                  title={title}
                  executing={!answer}
                  config={config}
                  result={chart?.type === 'pivot' ? chart : undefined}
                  trend={trend?.type === 'pivot' ? trend : undefined}
                  events={events?.type === 'events' ? events.events : undefined}
                  onRange={(range) => console.log('range', range)}
                  onConfigChange={(next) => setConfigs(configs.map((one, at) => (at === index ? next : one)))}
                />
              </Suspense>
            </div>
          );
        })}
      </div>
    </FieldInteractionsContext>
  );
}

defineElement('log-charts', () => <Charts />, { signIn: 'component' });
const element = document.createElement('log-charts');
element.setAttribute('theme', options.get('theme') ?? 'light');
document.body.style.margin = '0';
document.body.append(element);
