/** Tests stored views with unusable parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimeRange } from '../../../api/contract/searches.js';
import type { AggregationConfig, View, Widget } from '../../../api/contract/views.schema.js';
import { newWidget } from '../../../machines/view/default-view.js';
import {
  addWidget,
  queryIds,
  withFreshSearch,
  queryOf,
  removeWidget,
  stateOf,
  type ViewDocument,
} from '../../../machines/view/document.js';
import { documentAfter } from '../../../machines/view/edits.js';
import { askableDocument, repairedView } from '../../../machines/view/repair.js';
import { sameContent } from '../../../machines/view/stored.js';
import { emptyDashboard } from '../../../machines/view/transfer.js';
import { countingIds } from '../fixtures.js';
import { aggregation, byTime, byValues, metrics } from '../pivot/results.js';
import { untyped } from '../../untyped.js';

const table = { id: 't', type: 'messages', config: { fields: ['timestamp'], decorators: [], sort: [], extra: 1 } };
const pivot = { type: 'values', fields: ['source'], config: { limit: 15 } };
const chart = {
  id: 'c',
  type: 'AGGREGATION',
  config: { row_pivots: [pivot], column_pivots: [], series: [{ function: 'count()' }], sort: [], visualization: 'bar' },
};
const good = {
  widgets: [table, chart, { id: 'm', type: 'martian', config: { any: [null, 5] } }],
  widget_mapping: { t: ['a'], c: [] },
  positions: {
    t: { col: 1, row: 1, height: 2, width: 'Infinity' },
    c: { col: 1, row: 3, height: 4, width: 4 },
    m: { col: 5, row: 3, height: 4, width: 4 },
  },
  titles: { widget: { t: 'Table' }, tab: { title: 'One' } },
  formatting: { highlighting: [{ field: 'a', value: null, color: { type: 'plaid' } }] },
  unknown: { kept: [1, null] },
};
const viewOf = (state: unknown) => untyped<View>({ id: 'v', title: 'v', more: {}, state: { q: state } });
const repaired = (patch: object) => repairedView(viewOf({ ...good, ...patch })).state['q'];

test('a valid view is returned as the same object', () => {
  const view = viewOf(good);
  assert.equal(repairedView(view), view);
  const bare = viewOf({ widgets: [], widget_mapping: {}, positions: {}, titles: null, formatting: null });
  assert.equal(repairedView(bare), bare);
});

test('malformed parts of a view are dropped, and the rest is kept', () => {
  for (const state of [null, [], 5, {}])
    assert.deepEqual(repairedView(viewOf(state)).state['q'], { widgets: [], widget_mapping: {}, positions: {} });
  const patched = repaired({ positions: null, titles: 'x', formatting: 7, widget_mapping: { t: 'a', c: ['b'] } });
  // The server stores no view in which a widget has no position. So the repair adds missing positions.
  const small = { col: 1, row: 1, height: 4, width: 4 };
  const positions = { t: { ...small, height: 5, width: 6 }, c: small, m: small };
  assert.deepEqual(patched, { ...good, positions, titles: {}, formatting: null, widget_mapping: { c: ['b'] } });
  assert.deepEqual(repaired({ titles: { widget: { t: 5, c: 'C' }, tab: null } })?.titles, { widget: { c: 'C' } });
  const rule = good.formatting.highlighting[0];
  const rules = { highlighting: [null, rule, { field: null, color: '' }, { field: 'a' }], theme: 'x' };
  assert.deepEqual(repaired({ formatting: rules })?.formatting, { highlighting: [rule], theme: 'x' });
  const places = { t: { col: 1, row: 1, height: 1 }, c: null, d: good.positions.t };
  assert.deepEqual(repaired({ positions: places })?.positions, { ...positions, d: good.positions.t });
});

test('widgets without id, with a repeated id or without type are kept; only malformed parts of configurations are dropped', () => {
  const widgets = (list: unknown) => repaired({ widgets: list })?.widgets;
  assert.deepEqual(widgets('x'), []);
  const odd = [null, { ...table, id: null }, table, { ...chart, id: 't' }, chart, { id: 'u', x: 1 }];
  assert.deepEqual(widgets(odd), [
    { ...table, id: 'widget-1' },
    table,
    { ...chart, id: 't-3' },
    chart,
    { id: 'u', x: 1, type: '', config: {} },
  ]);
  assert.deepEqual(widgets(odd), widgets(odd), 'repairing a view again gives the same ids');
  const [empty] = widgets([{ ...table, config: null }]) ?? [];
  assert.deepEqual(empty, { ...table, config: { fields: [], sort: [], decorators: [] } });
  const broken = { row_pivots: 'x', series: [{ function: 'count()' }, { function: null }, 5], sort: {}, more: 1 };
  assert.deepEqual(
    widgets([{ ...chart, config: { ...broken, visualization: 5, visualization_config: 7 } }])?.[0]?.config,
    {
      row_pivots: [],
      column_pivots: [],
      series: [{ function: 'count()' }],
      sort: [],
      visualization: 'table',
      visualization_config: null,
      more: 1,
    },
  );
  const sorted = { ...table.config, fields: ['a', 5, null], sort: [{ field: null }, { field: 'a' }], decorators: [5] };
  assert.deepEqual(widgets([{ ...table, config: sorted }])?.[0]?.config, {
    fields: ['a'],
    sort: [{ field: 'a' }],
    decorators: [],
    extra: 1,
  });
});

test('a widget with an invalid range searches the last five minutes, and the others their own range', () => {
  const ids = countingIds();
  const range = (timerange: unknown): Partial<Widget> => ({ timerange: timerange as TimeRange });
  const hour = { type: 'relative', from: 3600 };
  let document = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z' }, ids);
  const [page = ''] = queryIds(document);
  for (const timerange of [hour, { type: 'lunar' }, { type: 'absolute', from: 'garbage', to: '2024-03-01' }])
    document = addWidget(document, page, { widget: { ...newWidget('messages', {}, ids), ...range(timerange) } });
  const [first, second, third] = stateOf(document, page).widgets;
  const repaired = askableDocument(document, ids);
  const { search_types: types } = queryOf(repaired, page);
  assert.deepEqual(
    types?.map(({ timerange }) => timerange),
    [hour, { type: 'relative', from: 300 }, { type: 'relative', from: 300 }],
  );
  assert.deepEqual(stateOf(repaired, page).widgets, [first, second, third], 'the stored widgets are unchanged');
  assert.notEqual(repaired.view.search_id, document.view.search_id);
  const sound = removeWidget(removeWidget(document, page, second?.id ?? ''), page, third?.id ?? '');
  assert.equal(askableDocument(sound, ids), sound);
});

test('a chart of top values that another console has stored also requests the omitted values', () => {
  const top = (visualization: string, over: Partial<AggregationConfig> = {}) =>
    aggregation({ row_pivots: [byValues('host')], visualization, ...over });
  const cases: readonly [name: string, config: AggregationConfig, isNew: boolean][] = [
    ['a bar chart', top('bar'), true],
    ['a pie', top('pie'), true],
    ['a table shows no omitted values', top('table'), false],
    ['omitted values of averages cannot be computed', top('bar', { series: metrics('avg(took)') }), false],
    ['a chart over time', top('bar', { row_pivots: [byTime()] }), false],
  ];
  for (const [name, config, isNew] of cases) {
    const ids = countingIds();
    const dashboard = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z' }, ids);
    const [page = ''] = queryIds(dashboard);
    const own = withFreshSearch(
      addWidget(dashboard, page, { widget: newWidget('aggregation', { ...config }, ids) }),
      ids,
    );
    assert.equal(askableDocument(own, ids), own, `${name}: the own search has all series`);
    const foreign = {
      ...own,
      search: {
        ...own.search,
        queries: own.search.queries.map((query) => ({
          ...query,
          search_types: (query.search_types ?? []).map((type) => ({
            ...type,
            series: (type.series ?? []).filter(({ id = '' }) => !id.startsWith('(')),
          })),
        })),
      },
    };
    const asked = askableDocument(foreign, ids);
    assert.equal(asked !== foreign, isNew, name);
    assert.equal(asked.search.id !== foreign.search.id, isNew, name);
    assert.ok(sameContent(asked, foreign), `${name}: the view counts as unchanged`);
    const series = (document: ViewDocument) => queryOf(document, page).search_types?.map((type) => type.series?.length);
    if (isNew) assert.deepEqual(series(asked), series(own), name);
    const edited = (document: ViewDocument, config: AggregationConfig) => {
      const [widget] = stateOf(document, page).widgets;
      assert.ok(widget);
      return documentAfter(
        document,
        page,
        { type: 'widget.updated', widget: { ...widget, config: { ...config } } },
        ids,
      );
    };
    if (config.visualization !== 'table') continue;
    const bars = edited(asked, { ...config, visualization: 'bar' });
    assert.deepEqual(series(bars), series(own), 'the table that becomes a bar chart asks for the omitted values');
    assert.equal(edited(bars, config).search, bars.search, 'the bar chart that becomes a table needs no new search');
    assert.equal(edited(own, { ...config, visualization: 'bar' }).search, own.search, 'the own search has all series');
  }
});

test('a search that is completed for one chart leaves the other widgets and their search types as they are stored', () => {
  const ids = countingIds();
  const dashboard = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z' }, ids);
  const [page = ''] = queryIds(dashboard);
  const config = aggregation({ row_pivots: [byValues('host')], visualization: 'bar' });
  const chart = newWidget('aggregation', { ...config }, ids);
  const foreign = newWidget('Martian', { visualization: 'bar', row_pivots: 5, series: [{}] }, ids);
  const unmapped = newWidget('aggregation', { ...config }, ids);
  const placed = [chart, foreign, unmapped].reduce(
    (document, widget) => addWidget(document, page, { widget }),
    dashboard,
  );
  const mapping = { [chart.id]: ['bars'], [foreign.id]: ['rays'] };
  const count = { id: 'count()', type: 'count' };
  const types = ['bars', 'rays'].map((id) => ({ id, type: 'pivot', series: [count], x_future: 1 }));
  const stored: ViewDocument = {
    view: {
      ...placed.view,
      state: { [page]: { ...stateOf(placed, page), widget_mapping: mapping } },
    },
    search: { ...placed.search, queries: [{ ...queryOf(placed, page), search_types: types }] },
  };
  const ofGuest: ViewDocument = { ...stored, isGuests: true };
  assert.equal(askableDocument(ofGuest, ids), ofGuest, 'a guest may execute only the stored search');
  const asked = askableDocument(stored, ids);
  const [bars, rays] = queryOf(asked, page).search_types ?? [];
  assert.deepEqual(
    bars?.series?.map(({ id }) => id),
    ['count()', '(messages with the field)', '(values of the field)'],
  );
  assert.ok(bars && 'x_future' in bars, 'unknown members stay');
  assert.equal(rays, types[1]);
  assert.equal(stateOf(asked, page), stateOf(stored, page));
  assert.equal(asked.view.search_id, asked.search.id);
});
