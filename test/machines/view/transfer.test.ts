import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Widget } from '../../../api/contract/views.schema.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { chartLookOf, titlesWithChartLook } from '../../../machines/view/chart-look.js';
import { draftOf, queryIds, stateOf, withTitles } from '../../../machines/view/document.js';
import { copyPage } from '../../../machines/view/pages.js';
import {
  copyWidgetToDashboard,
  dashboardOf,
  dashboardOfWidget,
  emptyDashboard,
} from '../../../machines/view/transfer.js';
import { countingIds } from '../fixtures.js';
import { untyped } from '../../untyped.js';

const named = {
  createdAt: '2024-03-01T10:00:00.000Z',
  owner: 'jane',
  metadata: { title: ' Ops ', summary: '', description: '' },
};

test('an empty dashboard has one empty page with the empty query', () => {
  const document = emptyDashboard(named, countingIds());
  assert.deepEqual([document.view.type, document.view.title, document.view.owner], ['DASHBOARD', 'Ops', 'jane']);
  assert.equal(document.view.search_id, document.search.id);
  const [queryId = ''] = queryIds(document);
  assert.deepEqual(Object.keys(document.view.state), [queryId]);
  assert.deepEqual(stateOf(document, queryId).widgets, []);
  assert.deepEqual(draftOf(document, queryId), {
    queryString: '',
    timeRange: { type: 'relative', from: 300 },
    streams: [],
  });
});

test('the widgets of a search that becomes a dashboard take its query, range and streams; the page keeps none of them', () => {
  const ids = countingIds();
  const source = defaultSearch(
    {
      createdAt: named.createdAt,
      queryString: 'level:3',
      timeRange: { type: 'keyword', keyword: 'yesterday' },
      streams: ['s1', 's2'],
    },
    ids,
  );
  const from = queryIds(source)[0] ?? '';
  const before = structuredClone(source);
  Object.assign(stateOf(source, from).widgets[0] ?? {}, { x_unknown: [1] });
  before.view.state[from] = structuredClone(stateOf(source, from));
  const document = dashboardOf(source, named, ids);
  const queryId = queryIds(document)[0] ?? '';
  const state = stateOf(document, queryId);
  assert.notEqual(document.view.id, source.view.id);
  assert.equal(document.view.type, 'DASHBOARD');
  assert.deepEqual(draftOf(document, queryId), {
    queryString: '',
    timeRange: { type: 'relative', from: 300 },
    streams: [],
  });
  assert.equal(state.widgets.length, 2);
  for (const widget of state.widgets) {
    assert.deepEqual(widget.timerange, { type: 'keyword', keyword: 'yesterday' });
    assert.deepEqual(widget.query, { type: 'elasticsearch', query_string: 'level:3' });
    assert.deepEqual(widget.streams, ['s1', 's2']);
  }
  const [first]: (Widget & { x_unknown?: unknown })[] = state.widgets;
  assert.deepEqual(first?.x_unknown, [1]);
  const newIds = state.widgets.map(({ id }) => id);
  assert.ok(newIds.every((id) => !stateOf(source, from).widgets.some((widget) => widget.id === id)));
  assert.deepEqual(Object.keys(state.positions).sort(), [...newIds].sort());
  assert.deepEqual(Object.values(state.titles?.['widget'] ?? {}), ['Message Count', 'All Messages']);
  // Every mapped search type must exist and use the widget's own query, as the server requires.
  const types = document.search.queries[0]?.search_types ?? [];
  for (const id of newIds) {
    const [mapped] = state.widget_mapping[id] ?? [];
    const type = types.find((one) => one.id === mapped);
    assert.deepEqual(type?.query, { type: 'elasticsearch', query_string: 'level:3' });
    assert.deepEqual(type?.streams, ['s1', 's2']);
  }
  assert.deepEqual(source, before, 'the original search is unchanged');
});

test('a widget that becomes a dashboard is alone on its page and keeps query, title and filters', () => {
  const ids = countingIds();
  const source = defaultSearch({ createdAt: named.createdAt, queryString: 'level:3', streams: ['s1'] }, ids);
  const from = queryIds(source)[0] ?? '';
  const [widget] = stateOf(source, from).widgets;
  assert.ok(widget);
  const own = { type: 'inlineQueryString', queryString: 'source:a' };
  const shared = { type: 'inlineQueryString', queryString: 'source:b' };
  widget.filters = [own];
  Object.assign(source.search.queries[0] ?? {}, { filters: [shared] });
  const made = dashboardOfWidget(source, from, widget.id, named, ids);
  assert.deepEqual([made.view.type, made.view.title, made.view.owner], ['DASHBOARD', 'Ops', 'jane']);
  const state = stateOf(made, queryIds(made)[0] ?? '');
  const [copy] = state.widgets;
  assert.deepEqual(
    [state.widgets.length, copy?.query?.query_string, copy?.streams, copy?.filters],
    [1, 'level:3', ['s1'], [shared, own]],
  );
  assert.notEqual(copy?.id, widget.id);
  assert.equal(state.titles?.['widget']?.[copy?.id ?? ''], 'Message Count');
  assert.equal(state.widget_mapping[copy?.id ?? '']?.length, 1);
  assert.throws(() => dashboardOfWidget(source, from, 'none', named, ids), /no widget with id none/);
});

test('a chart that is copied to a dashboard is folded as before, but has no figures', () => {
  const ids = countingIds();
  const source = defaultSearch({ createdAt: named.createdAt, foldsChart: true }, ids);
  const from = queryIds(source)[0] ?? '';
  const [chart] = stateOf(source, from).widgets;
  assert.ok(chart);
  const looking = withTitles(source, from, (titles) => titlesWithChartLook(titles, chart.id, { figures: 3 }));
  for (const made of [dashboardOf(looking, named, ids), dashboardOfWidget(looking, from, chart.id, named, ids)]) {
    const state = stateOf(made, queryIds(made)[0] ?? '');
    assert.deepEqual(chartLookOf(state, state.widgets[0]?.id ?? ''), { folded: true, figures: 0 });
  }
});

test('the search of a widget of an unknown type moves to the dashboard with it', () => {
  const ids = countingIds();
  const source = defaultSearch({ createdAt: named.createdAt }, ids);
  const from = queryIds(source)[0] ?? '';
  const state = stateOf(source, from);
  const [widget] = state.widgets;
  assert.ok(widget);
  widget.type = 'forecast';
  state.widget_mapping[widget.id] = ['f1'];
  source.search.queries[0]?.search_types?.push({ id: 'f1', type: 'forecast' });
  const made = dashboardOf(source, named, ids);
  const [queryId = ''] = queryIds(made);
  const [copy] = stateOf(made, queryId).widgets;
  assert.deepEqual(stateOf(made, queryId).widget_mapping[copy?.id ?? ''], ['f1']);
  assert.ok(made.search.queries[0]?.search_types?.some(({ id }) => id === 'f1'));
});

test('a copied widget includes only the declarations of the parameters that it uses', () => {
  const ids = countingIds();
  const source = defaultSearch({ createdAt: named.createdAt, queryString: 'user:$user$ AND host:\\$not$' }, ids);
  const from = queryIds(source)[0] ?? '';
  const [widget] = stateOf(source, from).widgets;
  assert.ok(widget);
  widget.filters = [{ type: 'inlineQueryString', queryString: 'level:$level$' }];
  const user = { type: 'value-parameter-v1', name: 'user', default_value: 'jane' };
  const level = { type: 'value-parameter-v1', name: 'level', binding: { type: 'value', value: 3 } };
  const theirs = { type: 'value-parameter-v1', name: 'level', default_value: '7' };
  const others = ['unused', 'not'].map((name) => ({ type: 'value-parameter-v1', name }));
  const declaring = { ...source, search: { ...source.search, parameters: [user, ...others, level] } };
  const made = dashboardOfWidget(declaring, from, widget.id, named, ids);
  assert.deepEqual(made.search.parameters, [user, level]);
  const has = emptyDashboard(named, ids);
  const target = { ...has, search: { ...has.search, parameters: [theirs] } };
  const copied = copyWidgetToDashboard(declaring, from, widget.id, target, ids);
  assert.deepEqual(copied.search.parameters, [theirs, user], 'declarations of the dashboard are kept');
  const page = copyPage(made, queryIds(made)[0] ?? '', target, ids);
  assert.deepEqual(
    page.search.parameters,
    [theirs, user],
    'a copied page includes the declarations that its widgets use',
  );
});

test('the search types of a widget of an unknown type are copied with the widget, and keep query, range and streams', () => {
  const ids = countingIds();
  const source = defaultSearch({ createdAt: named.createdAt, queryString: 'level:3', streams: ['s1'] }, ids);
  const from = queryIds(source)[0] ?? '';
  const state = stateOf(source, from);
  const [widget] = state.widgets;
  assert.ok(widget);
  widget.type = 'forecast';
  state.widget_mapping[widget.id] = ['f1', 'f2'];
  const offset = { type: 'offset', source: 'search_type', id: 'f1' };
  source.search.queries[0]?.search_types?.push(
    untyped({ id: 'f1', type: 'forecast', odd: [1] }),
    untyped({ id: 'f2', type: 'forecast', timerange: offset }),
  );
  const made = dashboardOfWidget(source, from, widget.id, named, ids);
  const [queryId = ''] = queryIds(made);
  const [copy] = stateOf(made, queryId).widgets;
  const mapped = stateOf(made, queryId).widget_mapping[copy?.id ?? ''] ?? [];
  assert.equal(mapped.length, 2);
  assert.ok(!mapped.includes('f1'));
  const own = {
    timerange: { type: 'relative', from: 300 },
    query: { type: 'elasticsearch', query_string: 'level:3' },
    streams: ['s1'],
  };
  assert.deepEqual(made.search.queries[0]?.search_types, [
    { ...own, id: mapped[0], type: 'forecast', odd: [1] },
    { ...own, id: mapped[1], type: 'forecast', timerange: { ...offset, id: mapped[0] } },
  ]);
});
