/**
 * Tests widgets of plug-in types. Their search types are derived like those of other widgets. Widgets whose search
 * types cannot be derived keep the stored ones.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Widget } from '../../../api/contract/views.schema.js';
import { defaultSearch, newWidget } from '../../../machines/view/default-view.js';
import { addWidget, queryOf, stateOf, withFreshSearch, type ViewDocument } from '../../../machines/view/document.js';
import { askLike, isDerived, resultsDiffer } from '../../../machines/view/search-types.js';
import { countingIds } from '../fixtures.js';

const counted = (words: string): Widget => ({
  ...newWidget('counted', { words, unknown: { kept: 1n << 60n } }, countingIds()),
  id: 'c',
});

/** Returns a view with the widget, stored while the plug-in's widget type was registered, and the id of its page. */
function stored(widget: Widget): { readonly document: ViewDocument; readonly queryId: string } {
  const ids = countingIds();
  const empty = defaultSearch({ createdAt: '2026-11-25T00:00:00.000Z' }, ids);
  const [queryId = ''] = Object.keys(empty.view.state);
  const end = askLike('counted', () => ({
    type: 'aggregation',
    config: { series: [{ function: 'count()', config: { name: null } }] },
  }));
  const document = withFreshSearch(addWidget(empty, queryId, { widget }), ids);
  end();
  return { document, queryId };
}
const fedBy = (document: ViewDocument, queryId: string) => {
  const ids = stateOf(document, queryId).widget_mapping['c'] ?? [];
  return (queryOf(document, queryId).search_types ?? []).filter(({ id }) => id !== undefined && ids.includes(id));
};

test('the search of a plug-in is derived like that of a console widget', () => {
  const { document, queryId } = stored(counted('a'));
  const [chart, ...more] = fedBy(document, queryId);
  assert.deepEqual(more, []);
  assert.equal(chart?.type, 'pivot');
  assert.deepEqual(chart?.series, [{ id: 'count()', type: 'count' }]);
});

test('a widget without its plug-in is stored unchanged with its search', () => {
  const { document, queryId } = stored(counted('a'));
  const later = withFreshSearch(document, countingIds());
  assert.deepEqual(stateOf(later, queryId).widgets, stateOf(document, queryId).widgets);
  assert.deepEqual(fedBy(later, queryId), fedBy(document, queryId), 'the search types of the widget are unchanged');
  assert.ok(
    !resultsDiffer([counted('a')], [counted('b')]),
    'a configuration change of an unknown type does not count as a different search',
  );
});

test('a plug-in without a search does not change the stored search', () => {
  const { document, queryId } = stored(counted('a'));
  const end = askLike('counted', () => undefined);
  try {
    assert.ok(!isDerived(counted('a')));
    const later = withFreshSearch(document, countingIds());
    assert.deepEqual(fedBy(later, queryId), fedBy(document, queryId));
  } finally {
    end();
  }
});

test('a changed configuration executes a search only if the derived search differs', () => {
  const end = askLike('counted', ({ words }) => ({
    type: 'aggregation',
    config: { series: [{ function: words === 'c' ? 'card(source)' : 'count()' }] },
  }));
  try {
    assert.ok(!resultsDiffer([counted('a')], [counted('b')]));
    assert.ok(resultsDiffer([counted('a')], [counted('c')]));
  } finally {
    end();
  }
});

test("plug-ins cannot define the searches of the console's own widgets", () => {
  for (const type of ['messages', 'AGGREGATION']) assert.throws(() => askLike(type, () => undefined), /already/);
  for (const type of ['constructor', '__proto__', 'toString'])
    assert.ok(!isDerived({ type, config: {} }), `${type} is not a widget type`);
});
