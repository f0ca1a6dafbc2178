/** Tests that the view keeps the order of a table by a column of changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromPromise, waitFor } from 'xstate';
import { changeOrdersOf } from '../../../elements/view-area/widget/change-orders.js';
import { keptChangeOrder } from '../../../machines/comparison/kept-change-order.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import { viewMachine } from '../../../machines/view/machine.js';
import { draftOfView, isViewDraft } from '../../../machines/view/view-draft.js';
import { countingIds } from '../../machines/fixtures.js';
import { untyped } from '../../untyped.js';

const order = { id: 'count()\u0000change', direction: 'Descending', sort: '[]' } as const;

async function opened(document: ViewDocument) {
  const actor = createActor(viewMachine.provide({ actors: { open: fromPromise(() => Promise.resolve(document)) } }), {
    input: { source: { kind: 'stored', viewId: 'v' }, ids: countingIds() },
  }).start();
  await waitFor(actor, (state) => state.matches('open'));
  return actor;
}

test('an order by changes is an unsaved change of the view, and a restored draft contains it', async () => {
  const view = await opened(defaultSearch({ createdAt: '2026-11-29T00:00:00Z' }, countingIds()));
  const orders = changeOrdersOf(view, 'table');
  let changes = 0;
  const end = orders.subscribe(() => (changes += 1));
  assert.equal(orders.get(), undefined);
  orders.set(order);
  assert.equal(changes, 1);
  assert.deepEqual(orders.get(), order);
  assert.equal(orders.get(), orders.get(), 'React needs the same object until the order changes');
  assert.equal(changeOrdersOf(view, 'other').get(), undefined);
  assert.ok(view.getSnapshot().matches({ open: { changes: 'changed' } }));
  const kept: unknown = JSON.parse(JSON.stringify(draftOfView(view.getSnapshot().context, true)));
  assert.ok(isViewDraft(kept));
  assert.deepEqual(changeOrdersOf(await opened(kept.document), 'table').get(), order);
  end();
  orders.set(undefined);
  assert.equal(changes, 1);
  assert.equal(orders.get(), undefined);
});

test('an invalid order counts as absent, and other display settings of the widget stay', async () => {
  for (const broken of ['', 'x', { ...order, direction: 'up' }, { ...order, id: 1 }, { ...order, sort: undefined }]) {
    const titles = { chart_look: { w: JSON.stringify({ changes: broken }) } };
    assert.equal(keptChangeOrder({ titles }, 'w'), undefined);
  }
  const document = defaultSearch({ createdAt: '2026-11-29T00:00:00Z' }, countingIds());
  const state = Object.fromEntries(
    Object.entries(document.view.state).map(([id, one]) => [
      id,
      { ...one, titles: { ...one.titles, chart_look: { w: '{"folded":true,"later":1}' } } },
    ]),
  );
  const view = await opened({ ...document, view: { ...document.view, state } });
  const orders = changeOrdersOf(view, 'w');
  orders.set(order);
  orders.set(undefined);
  const { document: now, activeQuery } = view.getSnapshot().context;
  const text = untyped<ViewDocument>(now).view.state[activeQuery]?.titles?.['chart_look']?.['w'];
  assert.equal(text, '{"folded":true,"later":1}');
});
