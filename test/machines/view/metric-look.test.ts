/** Tests units and thresholds of metrics, as stored in views that other consoles read as well. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from '@sinclair/typebox/value';
import { ViewState } from '../../../api/contract/views.schema.js';
import { addWidget, queryIds, stateOf, type ViewDocument } from '../../../machines/view/document.js';
import { duplicateWidget } from '../../../machines/view/widget-copies.js';
import { documentAfter } from '../../../machines/view/edits.js';
import {
  levelOfValue,
  metricLookKind,
  metricLooksOf,
  titlesWithMetricLooks,
} from '../../../machines/view/metric-look.js';
import { createPage, duplicatePage, moveWidget } from '../../../machines/view/pages.js';
import { tableLookOf, titlesWithLook } from '../../../machines/view/table-look.js';
import { copyWidgetToDashboard, emptyDashboard } from '../../../machines/view/transfer.js';
import { newWidget } from '../../../machines/view/default-view.js';
import { countingIds } from '../fixtures.js';

const looks = {
  'avg(took_ms)': { unit: 'ms', thresholds: { warning: 200, critical: 500 } },
  'min(free)': { thresholds: { critical: 10, below: true } },
} as const;

test('units and thresholds are unchanged after storing and reading, and stored in a form that other consoles accept', () => {
  const titles = titlesWithMetricLooks({ widget: { w: 'Mine' } }, 'w', { ...looks, 'count()': { unit: ' ' } });
  assert.deepEqual(metricLooksOf({ titles }, 'w'), looks);
  assert.deepEqual(metricLooksOf({ titles }, 'other'), {});
  const state = { widgets: [], widget_mapping: {}, positions: {}, titles };
  assert.deepEqual([...Value.Errors(ViewState, state)], []);
  assert.deepEqual(titlesWithMetricLooks(titles, 'w', {}), { widget: { w: 'Mine' } });
});

test('unknown parts of stored units and thresholds count as absent', () => {
  for (const text of ['', '[]', '{', '{"count()":3}', '{"count()":{"unit":7,"thresholds":{"warning":"x"}}}'])
    assert.deepEqual(metricLooksOf({ titles: { [metricLookKind]: { w: text } } }, 'w'), {}, text);
});

test('computed metrics whose stored text cannot be read are removed when the widget is edited', () => {
  const document = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z' }, countingIds());
  const [queryId = ''] = queryIds(document);
  const withFormulas = (computed: string, before = document) =>
    documentAfter(before, queryId, { type: 'widget.computed', widgetId: 'w', computed }, countingIds());
  const formulasOf = (edited: ViewDocument) => stateOf(edited, queryId).titles?.['formulas'];
  const kept = withFormulas('{"metrics":[]}');
  assert.deepEqual(formulasOf(kept), { w: '{"metrics":[]}' });
  for (const text of ['', '{"metrics":', '[]', 'null', '7'])
    assert.equal(formulasOf(withFormulas(text, kept)), undefined, text);
});

test('thresholds determine the attention level of a value', () => {
  const above = { thresholds: { warning: 200, critical: 500 } };
  const below = { thresholds: { warning: 20, critical: 10, below: true } };
  const cases: readonly [unknown, unknown, unknown][] = [
    [199.9, undefined, undefined],
    [200, 'warning', undefined],
    [500n, 'critical', undefined],
    [15, undefined, 'warning'],
    [10, undefined, 'critical'],
    [-1, undefined, 'critical'],
    [NaN, undefined, undefined],
    ['900', undefined, undefined],
    [null, undefined, undefined],
  ];
  for (const [value, whenAbove, whenBelow] of cases) {
    assert.equal(levelOfValue(above, value), whenAbove, String(value));
    assert.equal(levelOfValue(below, value), whenBelow, String(value));
  }
});

test('a copied metric keeps its unit and thresholds, and changing these executes no search', () => {
  const ids = countingIds();
  const start = { createdAt: '2026-01-01T00:00:00.000Z' };
  const empty = emptyDashboard(start, ids);
  const [page = ''] = Object.keys(empty.view.state);
  const widget = { ...newWidget('aggregation', { series: [] }, ids), id: 'w' };
  const added = addWidget(empty, page, { widget, title: 'Mine' });
  const state = stateOf(added, page);
  const table = {
    ...added,
    view: {
      ...added.view,
      state: { [page]: { ...state, titles: titlesWithLook(state.titles, 'w', { wrap: false }) } },
    },
  };
  const document = documentAfter(table, page, { type: 'widget.measured', widgetId: 'w', looks }, ids);
  assert.equal(document.search.id, table.search.id);

  const looksAs = (shown: typeof document, queryId: string, id: string) => {
    assert.deepEqual(metricLooksOf(stateOf(shown, queryId), id), looks);
    assert.deepEqual(tableLookOf(stateOf(shown, queryId), id), { wrap: false });
  };
  const others = (shown: typeof document, queryId: string) =>
    stateOf(shown, queryId).widgets.flatMap(({ id }) => (id === 'w' ? [] : [id]));

  const twice = duplicateWidget(document, page, 'w', ids);
  looksAs(twice, page, others(twice, page)[0] ?? '');
  const copied = duplicatePage(document, page, ids);
  const copy = Object.keys(copied.view.state).find((id) => id !== page) ?? '';
  looksAs(copied, copy, others(copied, copy)[0] ?? '');
  assert.deepEqual(Object.keys(stateOf(copied, copy).titles?.[metricLookKind] ?? {}), others(copied, copy));
  const wider = createPage(document, ids);
  const target = Object.keys(wider.view.state).find((id) => id !== page) ?? '';
  looksAs(moveWidget(wider, page, 'w', target, false, ids), target, 'w');
  const kept = moveWidget(wider, page, 'w', target, true, ids);
  looksAs(kept, target, others(kept, target)[0] ?? '');
  const dashboard = emptyDashboard(start, ids);
  const [first = ''] = Object.keys(dashboard.view.state);
  const there = copyWidgetToDashboard(document, page, 'w', dashboard, ids);
  looksAs(there, first, others(there, first)[0] ?? '');
});
