import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryIds, queryOf, stateOf } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import { widgetTitle } from '../../../machines/view/titles.js';
import { sourcesDashboard } from '../../../machines/view/sources-dashboard.js';

test('the sources dashboard has counts over time and by source, each with its search type', () => {
  const document = sourcesDashboard({ createdAt: '2026-01-01T00:00:00.000Z', owner: 'someone' }, randomIds);
  const { view, search } = document;
  assert.deepEqual([view.type, view.title, view.owner, view.search_id], ['DASHBOARD', 'Sources', 'someone', search.id]);
  const [page = ''] = queryIds(document);
  const state = stateOf(document, page);
  assert.deepEqual(
    state.widgets.map((widget) => [widgetTitle(state, widget), widget.config['visualization'], widget.timerange]),
    [
      ['Messages over time', 'bar', { type: 'relative', from: 86_400 }],
      ['Messages by source', 'table', { type: 'relative', from: 86_400 }],
      ['Share of each source', 'pie', { type: 'relative', from: 86_400 }],
    ],
  );
  const searched = new Set(queryOf(document, page).search_types?.map(({ id }) => id));
  for (const { id } of state.widgets) {
    const mapped = state.widget_mapping[id] ?? [];
    assert.ok(mapped.length > 0 && mapped.every((one) => searched.has(one)), id);
    assert.ok(state.positions[id], id);
  }
});
