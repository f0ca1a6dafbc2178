/**
 * Tests the pure parts of views: search types, positions, address, titles, series, intervals, highlighting, streams.
 */
import { formatSeries, parseSeries } from '../../../api/formula/series-text.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Filter, TimeRange } from '../../../api/contract/searches.js';
import type { AggregationConfig, Widget, WidgetPosition } from '../../../api/contract/views.schema.js';
import { readAddress, readRefresh, searchLink, writeAddress, writeRefresh } from '../../../machines/view/address.js';
import { readDashboardAddress, writeDashboardAddress } from '../../../machines/view/dashboard-address.js';
import { autoInterval, timeUnitText } from '../../../machines/pivot/auto-interval.js';
import {
  decoratorsFor,
  defaultSearch,
  histogramConfig,
  messageTableConfig,
  newWidget,
} from '../../../machines/view/default-view.js';
import { withFreshSearch } from '../../../machines/view/document.js';
import { highlightOf, matchesRule, resolveColor } from '../../../machines/view/highlighting.js';
import { randomIds } from '../../../machines/view/ids.js';
import { chartLookOf, hasPlaceForFigures, titlesWithChartLook } from '../../../machines/view/chart-look.js';
import { chartOverTable } from '../../../machines/view/grid-layout.js';
import { addPosition, findGaps, stretchPosition, withoutGaps } from '../../../machines/view/positions.js';
import { deriveSearchTypes, resultsDiffer } from '../../../machines/view/search-types.js';
import { seriesResultType, toPivotSeries } from '../../../machines/pivot/series.js';
import { streamsOfFilter, withStreams } from '../../../machines/view/stream-filter.js';
import { pageTitle, viewTitle, widgetTitle } from '../../../machines/view/titles.js';
import { countingIds } from '../fixtures.js';
import { aggregation, byTime, byValues } from '../pivot/results.js';
import { untyped } from '../../untyped.js';

const createdAt = '2024-03-01T10:00:00.000Z';

test('a new search is histogram and message table of the last five minutes (K3)', () => {
  const { view, search } = defaultSearch({ createdAt }, countingIds());
  const [query] = search.queries;
  const state = view.state[query?.id ?? ''];
  assert.equal(view.search_id, search.id);
  assert.deepEqual(query?.timerange, { type: 'relative', from: 300 });
  assert.deepEqual(Object.values(state?.titles?.['widget'] ?? {}), ['Message Count', 'All Messages']);
  assert.deepEqual(Object.values(state?.positions ?? {}), [
    { col: 1, row: 1, height: 2, width: 'Infinity' },
    { col: 1, row: 3, height: 6, width: 'Infinity' },
  ]);
  const [chart, messages] = query?.search_types ?? [];
  const unset = { timerange: null, query: null, filter: null, streams: [], filters: [] };
  const { id: chartId, ...pivot } = chart ?? {};
  assert.deepEqual(pivot, {
    name: 'chart',
    type: 'pivot',
    rollup: true,
    row_groups: [{ type: 'time', fields: ['timestamp'], interval: { type: 'auto', scaling: 1 } }],
    column_groups: [],
    series: [{ id: 'count()', type: 'count' }],
    sort: [],
    ...unset,
  });
  const { id: messagesId, ...list } = messages ?? {};
  assert.deepEqual(list, {
    type: 'messages',
    limit: 150,
    offset: 0,
    decorators: [],
    sort: [{ field: 'timestamp', order: 'DESC' }],
    name: null,
    ...unset,
  });
  assert.deepEqual(Object.values(state?.widget_mapping ?? {}), [[chartId], [messagesId]]);
});

test('the decorators of the searched streams are used in their order, or those without stream for all streams (D1)', () => {
  const decorators = [
    { type: 'b', order: 2, stream: null, config: {} },
    { type: 'a', order: 1, stream: null, config: {} },
    { type: 's', order: 0, stream: 's1', config: {} },
  ];
  assert.deepEqual(
    decoratorsFor(decorators, []).map(({ type }) => type),
    ['a', 'b'],
  );
  assert.deepEqual(
    decoratorsFor(decorators, ['s1']).map(({ type }) => type),
    ['s'],
  );
});

const widget = (changes: Partial<Widget> = {}): Widget => ({
  ...newWidget('aggregation', histogramConfig(), countingIds()),
  ...changes,
});

test('search types are derived from widgets (C1–C3)', () => {
  const ids = countingIds();
  const trend = widget({
    id: 'w',
    type: 'AGGREGATION',
    filter: 'level:3',
    timerange: { type: 'relative', from: 60 },
    query: { type: 'elasticsearch', query_string: 'x' },
    streams: ['s'],
    config: {
      ...histogramConfig(),
      column_pivots: [{ fields: ['level'], type: 'values', config: { limit: 15, skip_empty_values: true } }],
      row_pivots: [
        { fields: ['timestamp'], type: 'time', config: { interval: { type: 'timeunit', value: 5, unit: 'minutes' } } },
      ],
      series: [{ function: 'percentile(took,95)', config: { name: 'p95' } }],
      visualization: 'numeric',
      visualization_config: { trend: true },
      event_annotation: true,
      rollup: false,
    },
  });
  const { searchTypes, widgetMapping } = deriveSearchTypes([trend, widget({ id: 'odd', type: 'unheard-of' })], ids);
  assert.deepEqual(
    searchTypes.map(({ name }) => name),
    ['chart', 'trend', 'events'],
  );
  const [chart, second] = searchTypes;
  assert.deepEqual(widgetMapping, { w: searchTypes.map(({ id }) => id), odd: [] });
  assert.deepEqual(second?.timerange, { type: 'offset', source: 'search_type', id: chart?.id, offset: '1i' });
  assert.deepEqual(chart?.timerange, { type: 'relative', from: 60 });
  assert.deepEqual(chart?.filter, { type: 'query_string', query: 'level:3' });
  assert.deepEqual(chart?.row_groups, [
    { type: 'time', fields: ['timestamp'], interval: { type: 'timeunit', timeunit: '5m' } },
  ]);
  assert.deepEqual(chart?.column_groups, [{ type: 'values', fields: ['level'], limit: 15, skip_empty_values: true }]);
  assert.deepEqual(chart?.series, [{ id: 'p95', type: 'percentile', field: 'took', percentile: 95 }]);
  assert.equal(chart?.rollup, false);
});

test('a save keeps the offset of a stored trend, which no widget contains, and includes unset parts', () => {
  const ids = countingIds();
  const { view, search } = defaultSearch({ createdAt: '2024-03-01T10:00:00.000Z' }, ids);
  const [queryId = ''] = Object.keys(view.state);
  const number = widget({
    id: 'w',
    config: { ...histogramConfig(), row_pivots: [], visualization: 'numeric', visualization_config: { trend: true } },
  });
  const opened = withFreshSearch(
    {
      view: {
        ...view,
        state: { [queryId]: { widgets: [number], positions: {}, widget_mapping: { w: ['st-chart', 'st-trend'] } } },
      },
      search: {
        ...search,
        queries: search.queries.map((query) => ({
          ...query,
          search_types: [
            { id: 'st-chart', type: 'pivot', name: 'chart', filter: null },
            {
              id: 'st-trend',
              type: 'pivot',
              name: 'trend',
              filter: null,
              timerange: { type: 'offset', source: 'search_type', id: 'st-chart', offset: '86400' },
            },
          ],
        })),
      },
    },
    ids,
  );
  // The view is saved twice, because the second save must find the preserved values again.
  for (const saved of [opened, withFreshSearch(opened, ids)]) {
    const [chart, trend] = saved.search.queries[0]?.search_types ?? [];
    assert.deepEqual(trend?.timerange, { type: 'offset', source: 'search_type', id: chart?.id, offset: '86400' });
    for (const one of [chart, trend]) assert.ok(one && one.filter === null && one.query === null);
  }
});

test('only some changes of a widget need a new search (C7)', () => {
  const before = widget({ id: 'w' });
  const table = newWidget('messages', { ...messageTableConfig() }, countingIds());
  const config = (changes: object) => ({ ...before, config: { ...before.config, ...changes } });
  const tableConfig = (changes: object) => ({ ...table, config: { ...table.config, ...changes } });
  const harmless: [Widget, Widget][] = [
    [before, config({ formatting_settings: { chart_colors: [{ field_name: 'a', chart_color: '#000' }] } })],
    [before, config({ visualization: 'line' })],
    [table, tableConfig({ fields: ['a'], show_message_row: false, show_summary: false })],
    [before, { ...before, streams: null, filters: null }],
  ];
  for (const [left, right] of harmless) assert.equal(resultsDiffer([left], [right]), false, JSON.stringify(right));
  const relevant: [Widget, Widget][] = [
    [before, config({ series: [] })],
    [before, config({ event_annotation: true })],
    [before, { ...before, query: { type: 'elasticsearch', query_string: 'x' } }],
    [before, { ...before, filter: 'x' }],
    [table, tableConfig({ sort: [] })],
    [table, tableConfig({ decorators: [{ type: 'd', config: {} }] })],
    [
      config({ visualization_config: { trend: true } }),
      config({ visualization: 'numeric', visualization_config: { trend: true } }),
    ],
  ];
  for (const [left, right] of relevant) assert.equal(resultsDiffer([left], [right]), true, JSON.stringify(right));
  assert.equal(resultsDiffer([before, table], [table, before]), false);
  assert.equal(resultsDiffer([before], []), true);
});

test('a new widget is placed in the first sufficient gap and moves no other widget', () => {
  const positions = {
    a: { col: 1, row: 1, height: 4, width: 4 },
    b: { col: 1, row: 5, height: 2, width: 'Infinity' as const },
    c: { col: 1, row: 7, height: 6, width: 6 },
  };
  const added = addPosition(positions, { id: 'n', type: 'aggregation' });
  assert.deepEqual(added, { ...positions, n: { col: 5, row: 1, height: 4, width: 4 } });
  // A second widget is placed beside the first. A larger one is placed in another gap, and one that fits in no gap is
  // placed at the top.
  assert.deepEqual(addPosition(added, { id: 'm', type: 'aggregation' })['m'], { col: 9, row: 1, height: 4, width: 4 });
  assert.deepEqual(addPosition(added, { id: 'm', type: 'messages' })['m'], { col: 7, row: 7, height: 5, width: 6 });
  const whole = { height: 1, width: 'Infinity' as const };
  assert.deepEqual(addPosition(added, { id: 'm', type: 'text' }, undefined, whole)['m'], { col: 1, row: 1, ...whole });
});

test('a new widget without a sufficient gap is placed at the top, and the others move down', () => {
  const positions = {
    a: { col: 1, row: 1, height: 2, width: 'Infinity' as const },
    b: { col: 1, row: 3, height: 4, width: 6 },
  };
  const added = addPosition(positions, { id: 'n', type: 'messages' });
  assert.deepEqual(added['n'], { col: 1, row: 1, height: 5, width: 6 });
  assert.deepEqual([added['a']?.row, added['b']?.row], [2, 4]);
  assert.deepEqual(addPosition(positions, { id: 'n', type: 'x' }, { col: 3, row: 2, height: 1, width: 12 })['n'], {
    col: 3,
    row: 2,
    height: 1,
    width: 'Infinity',
  });
  const stretched = stretchPosition(positions, { id: 'b', type: 'messages' });
  assert.equal(stretched['b']?.width, 'Infinity');
  assert.equal(stretchPosition(stretched, { id: 'b', type: 'messages' })['b']?.width, 6);
  assert.deepEqual(Object.keys(withoutGaps({ ...positions, 'gap-1': { col: 1, row: 1, height: 1, width: 2 } })), [
    'a',
    'b',
  ]);
});

test('gaps of the grid are found', () => {
  const at = (col: number, row: number, width: number | 'Infinity', height: number): WidgetPosition => ({
    col,
    row,
    width,
    height,
  });
  assert.deepEqual(findGaps({ a: at(1, 1, 6, 2) }), [{ col: 7, row: 1, height: 2, width: 6 }]);
  assert.deepEqual(findGaps({ a: at(1, 1, 'Infinity', 2) }), []);
  assert.deepEqual(findGaps({ a: at(1, 1, 11, 2) }), [], 'a gap of one column is too narrow');
  assert.deepEqual(findGaps({ a: at(1, 1, 6, 2), b: at(3, 2, 6, 2) }), [], 'overlapping widgets leave no gap');
  assert.deepEqual(findGaps({ a: at(1, 1, 4, 1), b: at(9, 1, 4, 1) }), [{ col: 5, row: 1, height: 1, width: 4 }]);
  assert.deepEqual(
    findGaps({ a: at(1, 1, 'Infinity', 1), b: at(1, 4, 6, 1) }),
    [{ col: 7, row: 4, height: 1, width: 6 }],
    'empty rows are not gaps',
  );
  assert.deepEqual(findGaps({}), []);
});

test('gaps never overlap a widget or each other and lie within the grid', () => {
  const position = fc.record({
    col: fc.integer({ min: 1, max: 9 }),
    row: fc.integer({ min: 1, max: 6 }),
    width: fc.integer({ min: 1, max: 4 }),
    height: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(position, { minLength: 1, maxLength: 6 }), (list) => {
      const gaps = findGaps(Object.fromEntries(list.map((item, index) => [`w${index}`, item])));
      const cells = new Set<string>();
      for (const { col, row, width, height } of [...(gaps.length > 0 ? list : []), ...gaps] as {
        col: number;
        row: number;
        width: number;
        height: number;
      }[]) {
        for (let r = row; r < row + height; r += 1) {
          for (let c = col; c < col + width; c += 1) {
            assert.ok(c <= 12 && !cells.has(`${r}/${c}`));
            cells.add(`${r}/${c}`);
          }
        }
      }
      for (const { width } of gaps) assert.ok(Number(width) > 1);
    }),
  );
});

test('a search is written to the address and read back', () => {
  const ranges: TimeRange[] = [
    { type: 'relative', from: 300 },
    { type: 'relative', range: 0 },
    { type: 'relative', from: 600, to: 60 },
    { type: 'absolute', from: '2024-03-01T10:00:00.000+00:00', to: '2024-03-02T10:00:00.000+00:00' },
    { type: 'keyword', keyword: 'last week & more' },
    { type: 'keyword', keyword: 'today', timezone: 'Europe/Berlin' },
  ];
  for (const timeRange of ranges) {
    const draft = { queryString: 'a:"b c" AND d', timeRange, streams: ['s1', 's2'] };
    assert.deepEqual(readAddress(writeAddress('page=2', draft).toString()), draft);
  }
  const [first, second] = [ranges[3], ranges[0]];
  assert.ok(first && second);
  const written = writeAddress(writeAddress('x=1', { queryString: 'q', timeRange: first, streams: ['s'] }), {
    queryString: '',
    timeRange: second,
    streams: [],
  });
  assert.equal(written.toString(), 'x=1&q=&rangetype=relative&relative=300');
  assert.equal(searchLink({ queryString: 'x', timeRange: second, streams: [] }, 'minute').get('interval'), 'minute');
  assert.throws(
    () => writeAddress('', { queryString: '', timeRange: untyped({ type: 'odd' }), streams: [] }),
    /^Error: Invalid range type$/,
  );
});

test('manually written addresses of searches are read leniently', () => {
  const table: [string, object][] = [
    ['', {}],
    ['q=', {}],
    ['relative=900', { timeRange: { type: 'relative', from: 900 } }],
    ['rangetype=relative&relative=0', { timeRange: { type: 'relative', range: 0 } }],
    ['rangetype=relative&relative=-5', {}],
    ['rangetype=absolute&from=2024-03-01T10:00:00Z', {}],
    [
      'rangetype=keyword&keyword=yesterday&timezone=UTC',
      { timeRange: { type: 'keyword', keyword: 'yesterday', timezone: 'UTC' } },
    ],
    ['rangetype=odd&relative=5', {}],
    ['streams=%20a%20,,b,', { streams: ['a', 'b'] }],
    ['highlightMessage=m1&q=x', { queryString: 'x', highlightMessage: 'm1' }],
  ];
  for (const [text, expected] of table) assert.deepEqual(readAddress(text), expected, text);
});

test('the refresh interval is read from the address of a search', () => {
  assert.equal(writeRefresh('q=a&refresh=5&streams=s', 30).toString(), 'q=a&refresh=30&streams=s');
  assert.equal(writeRefresh('q=a&refresh=5', undefined).toString(), 'q=a');
  assert.equal(readRefresh(writeRefresh('', 10)), 10);
  assert.equal(readRefresh('refresh=soon'), undefined);
});

test('a dashboard page is written to the address and read back, also from manually written addresses', () => {
  const none = { page: undefined, query: '', range: undefined, refresh: undefined, variables: '' };
  const range: TimeRange = { type: 'relative', from: 900 };
  const addresses = [
    none,
    { page: 'a b&c', query: 'x:"é & #" AND %', range, refresh: 10, variables: 'var-host=a&var-host=b+%26' },
    { ...none, range: { type: 'keyword', keyword: 'last week', timezone: 'Asia/Tokyo' } as const },
    { ...none, range: { type: 'absolute', from: '2024-03-01T10:00:00.000Z', to: '2024-03-02T10:00:00.000Z' } as const },
  ];
  for (const address of addresses) {
    assert.deepEqual(readDashboardAddress(writeDashboardAddress('', address).toString()), address);
  }
  const before = 'page=p&q=x&rangetype=relative&relative=900&refresh=5&focusedId=w&focusing=true';
  const writing: [Parameters<typeof writeDashboardAddress>[1], string][] = [
    [{}, before],
    [{ page: undefined, query: '', range: undefined, refresh: undefined }, 'focusedId=w&focusing=true'],
    [{ refresh: undefined }, before.replace('&refresh=5', '')],
    [{ page: 'o' }, before.replace('page=p', 'page=o')],
    [{ variables: 'var-host=a' }, `${before}&var-host=a`],
  ];
  for (const [changes, expected] of writing) assert.equal(writeDashboardAddress(before, changes).toString(), expected);

  const reading: [string, object][] = [
    ['page=&q=%20&relative=&refresh=', {}],
    ['focusedId=__proto__&page=__proto__&constructor=1', { page: '__proto__' }],
    ['q=%3Cscript%3E&q=b', { query: '<script>' }],
    ['relative=900', { range }],
    ['relative=0', { range: { type: 'relative', range: 0 } }],
    ['relative=1e3', {}],
    ['rangetype=relative&from=60&to=600', {}],
    ['rangetype=absolute&from=now&to=%27', {}],
    ['rangetype=absolute&from=2024-03-02T10:00:00Z&to=2024-03-01T10:00:00Z', {}],
    ['rangetype=keyword&keyword=today&timezone=Mars/Base', {}],
    ['rangetype=constructor&relative=900', {}],
    ...['0', '-5', 'NaN', 'Infinity', '0.5', 'soon'].map((text): [string, object] => [`refresh=${text}`, {}]),
    // The interval is limited to the largest number of seconds that a browser timer can wait.
    ['refresh=1e9', { refresh: 2_147_483 }],
  ];
  for (const [text, expected] of reading) assert.deepEqual(readDashboardAddress(text), { ...none, ...expected }, text);
});

test('widgets, pages and views without a title of their own get a derived title', () => {
  const histogram = widget({ id: 'w' });
  assert.equal(widgetTitle({}, histogram), 'Aggregating count by timestamp');
  assert.equal(widgetTitle({ titles: { widget: { w: 'Mine' } } }, histogram), 'Mine');
  assert.equal(
    widgetTitle({}, { ...histogram, config: { series: [{ function: 'avg(x)', config: { name: 'mean' } }] } }),
    'Aggregating mean',
  );
  assert.equal(widgetTitle({}, { ...histogram, type: 'messages' }), 'Untitled Message Table');
  assert.equal(widgetTitle({}, { ...histogram, type: 'LOGS' }), 'Untitled Logs');
  assert.deepEqual([pageTitle(undefined, 1), viewTitle({ title: '', type: 'SEARCH' })], ['Page#2', 'Unsaved search']);
});

test('series are parsed and formatted, and have the expected result types', () => {
  for (const text of ['count()', 'avg(took_ms)', 'percentile(took,95)', 'card(a,b)', 'latest(x(y))'])
    assert.equal(formatSeries(parseSeries(text)), text);
  assert.deepEqual(parseSeries('percentile(took,95)'), { type: 'percentile', field: 'took', percentile: 95 });
  assert.deepEqual(parseSeries('count'), { type: 'count' });
  assert.deepEqual(toPivotSeries({ function: 'sum(x)' }), { id: 'sum(x)', type: 'sum', field: 'x' });
  const typeOf = (field: string) => (field === 'took' ? { type: 'int', properties: [], index_names: [] } : undefined);
  assert.deepEqual(
    ['count()', 'card(took)', 'avg(took)', 'max(other)', 'sum(took)'].map((text) => seriesResultType(text, typeOf)),
    ['long', 'long', 'int', 'unknown', 'float'],
  );
});

test('automatic intervals depend on the length of the range (P9)', () => {
  const minutes = (value: number) => value * 60_000;
  const table: [number, string][] = [
    [minutes(5), '10s'],
    [minutes(15), '30s'],
    [minutes(60), '1m'],
    [minutes(24 * 60), '30m'],
    [minutes(24 * 60) + 1, '1h'],
    [minutes(7 * 24 * 60), '4h'],
    [minutes(400 * 24 * 60), '14d'],
    [minutes(730 * 24 * 60), '1M'],
    [10, '1ms'],
  ];
  for (const [range, interval] of table) assert.equal(autoInterval(range), interval);
  assert.equal(autoInterval(minutes(5), 0.5), '5s');
  assert.equal(timeUnitText({ value: 2, unit: 'weeks' }), '2w');
});

test('the last matching highlighting rule applies, and gradients are limited to their bounds', () => {
  const rule = (condition: 'equal' | 'not_equal' | 'greater' | 'less_equal', value: unknown) => ({ condition, value });
  assert.equal(matchesRule(rule('equal', '3'), 3), true);
  assert.equal(matchesRule(rule('equal', '9007199254740993'), 9007199254740993n), true);
  assert.equal(matchesRule(rule('greater', '10'), '9'), false);
  assert.equal(matchesRule(rule('greater', 'abc'), 5), false);
  assert.equal(matchesRule(rule('less_equal', 5), '5'), true);
  assert.equal(matchesRule(rule('not_equal', 1), undefined), false);
  assert.equal(matchesRule(rule('greater', '9007199254740992'), 9007199254740993n), true);
  assert.equal(matchesRule(rule('less_equal', '10'), ''), false);
  assert.equal(matchesRule(rule('equal', '{"a":1}'), { a: 1 }), true);
  assert.equal(matchesRule({ condition: untyped('like'), value: 'a' }, 'a'), false);
  const rules = [
    { field: 'level', value: 3, color: { type: 'static' as const, color: '#111111' } },
    { field: 'level', value: 2, condition: 'greater' as const, color: '#222222' },
  ];
  assert.deepEqual(highlightOf(rules, 'level', 3), { type: 'static', color: '#222222' });
  assert.equal(highlightOf(rules, 'other', 3), undefined);
  const gradient = { type: 'gradient' as const, gradient: 'Viridis', lower: 0, upper: 200 };
  assert.deepEqual(
    [50, 500, -5].map((value) => resolveColor(gradient, value)),
    [0.25, 1, 0].map((position) => ({ type: 'gradient', gradient: 'Viridis', position })),
  );
  assert.throws(() => resolveColor(untyped({ type: 'odd' }), 1), /Invalid highlighting color type: odd/);
});

test('streams in filters are changed, and other parts of a filter are kept', () => {
  const query: Filter = { type: 'query_string', query: 'x' };
  const both = withStreams(query, ['a']);
  assert.deepEqual(both, { type: 'and', filters: [{ type: 'or', filters: [{ type: 'stream', id: 'a' }] }, query] });
  assert.deepEqual(streamsOfFilter(both), ['a']);
  assert.deepEqual(withStreams(both, []), query);
  assert.deepEqual(streamsOfFilter(withStreams(both, ['b', 'c'])), ['b', 'c']);
  assert.equal(withStreams({ type: 'or', filters: [{ type: 'stream', id: 'a' }] }, []), null);
  assert.deepEqual(streamsOfFilter(null), []);
});

test('random ids have the forms that the contract requires', () => {
  assert.match(randomIds.objectId(), /^[0-9a-f]{24}$/);
  assert.match(randomIds.uuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(randomIds.uuid(), randomIds.uuid());
});

test('only below a single full-width chart a message table fills the window, and folding the chart is stored as a display setting', () => {
  const full = (row: number): WidgetPosition => ({ col: 1, row, height: 2, width: 'Infinity' });
  const chart = { id: 'c', type: 'aggregation' };
  const table = { id: 't', type: 'messages' };
  assert.deepEqual(chartOverTable([table, chart], { c: full(1), t: full(3) }), { chart: 'c', table: 't' });
  assert.equal(
    chartOverTable([chart, table], { c: full(3), t: full(1) }),
    undefined,
    'a table above the chart does not fill the window',
  );
  assert.equal(
    chartOverTable([chart, table], { c: full(1), t: { ...full(3), width: 6 } }),
    undefined,
    'a table of half width does not fill the window',
  );
  assert.equal(
    chartOverTable([chart, table, { id: 'o', type: 'text' }], { c: full(1), t: full(3), o: full(5) }),
    undefined,
  );
  const titles = titlesWithChartLook({ widget: { c: 'Count' } }, 'c', { folded: true });
  assert.deepEqual(titles, { widget: { c: 'Count' }, chart_look: { c: '{"folded":true}' } });
  assert.equal(chartLookOf({ titles }, 'c').folded, true);
  assert.deepEqual(titlesWithChartLook(titles, 'c', { folded: undefined }), { widget: { c: 'Count' } });
  const detailed = titlesWithChartLook(titles, 'c', { figures: 3 });
  assert.deepEqual(chartLookOf({ titles: detailed }, 'c'), { folded: true, figures: 3 });
  assert.deepEqual(titlesWithChartLook(detailed, 'c', { figures: undefined }), titles);
  assert.equal(chartLookOf({ titles: { chart_look: { c: '{"figures":"many"}' } } }, 'c').figures, 0);
  const hasPlace = (type: string, over: Partial<AggregationConfig>): boolean =>
    hasPlaceForFigures({ type, config: { ...aggregation({ row_pivots: [byTime()], visualization: 'bar', ...over }) } });
  assert.ok(hasPlace('aggregation', {}));
  assert.ok(hasPlace('AGGREGATION', { visualization: 'line' }));
  assert.ok(!hasPlace('aggregation', { visualization: 'table' }), 'a table has no figures');
  assert.ok(!hasPlace('aggregation', { row_pivots: [byValues('host')] }), 'a chart of categories has no figures');
  assert.ok(!hasPlaceForFigures({ type: 'Martian', config: { row_pivots: 5 } }));

  const createdAt = '2026-01-02T03:04:05.000Z';
  for (const foldsChart of [true, false]) {
    const made = defaultSearch({ createdAt, foldsChart }, countingIds());
    const [state] = Object.values(made.view.state);
    assert.ok(state);
    const pair = chartOverTable(state.widgets, state.positions);
    assert.equal(chartLookOf(state, pair?.chart ?? '').folded, foldsChart);
    assert.equal(chartLookOf(state, pair?.table ?? '').folded, false);
  }
});
