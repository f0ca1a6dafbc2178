/** Tests that a copied histogram keeps its split by level, which belongs to its rendering, not to the view. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asSeen, noteStacking } from '../../../elements/view-area/seen-stacking.js';
import type { ViewPageActor } from '../../../elements/view-area/view-page.js';
import { dashboardOf } from '../../../machines/view/transfer.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import { aggregation, byTime } from '../../machines/pivot/results.js';
import { untyped } from '../../untyped.js';

const config = aggregation({ row_pivots: [byTime()], visualization: 'bar' });
const document = untyped<ViewDocument>({
  view: {
    id: 'v',
    type: 'SEARCH',
    state: {
      q: {
        widgets: [{ id: 'w', type: 'aggregation', config, filters: [] }],
        titles: { widget: { w: 'Message Count' } },
        positions: {},
        widget_mapping: {},
      },
    },
  },
  search: {
    id: 's',
    queries: [{ id: 'q', query: { type: 'elasticsearch', query_string: 'level:6' }, filter: null, filters: [] }],
    parameters: [],
  },
});

test('a copy to a dashboard contains the stacking field of a displayed histogram', () => {
  const page = untyped<ViewPageActor>({});
  const copied = () => {
    let count = 0;
    const ids = { uuid: () => `id-${++count}`, objectId: () => `object-${++count}` };
    const board = dashboardOf(asSeen(page, document, 'q'), { createdAt: '2026-11-27T00:00:00Z' }, ids);
    return Object.values(board.view.state)[0]?.widgets[0];
  };
  assert.deepEqual(copied()?.config['column_pivots'], []);
  noteStacking(page, 'w', 'level');
  const columns = copied()?.config['column_pivots'] as { fields: string[] }[];
  assert.deepEqual(columns[0]?.fields, ['level']);
  assert.equal((copied()?.config['visualization_config'] as { barmode: string }).barmode, 'stack');
  assert.equal(copied()?.query?.query_string, 'level:6');
  assert.equal(asSeen(page, document, 'q').view.state['q']?.widgets[0]?.id, 'w');
  noteStacking(page, 'w', undefined);
  assert.equal(asSeen(page, document, 'q'), document, 'the document is unchanged if no stacking field was noted');
});
