import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromPromise, waitFor } from 'xstate';
import { getSimplePaths } from 'xstate/graph';
import type { ExportInput, ExportOrder } from '../../machines/export.js';
import { exportFieldsOf, exportFileName, exportLimitOf, exportMachine } from '../../machines/export.js';

const table = (widgetId: string) => ({
  widgetId,
  title: `Table ${widgetId}`,
  searchTypeId: `type-${widgetId}`,
  fields: ['timestamp', 'source'],
  showMessageRow: true,
});
const input = (viewType: ExportInput['viewType'], count: number, widgetId?: string): ExportInput => ({
  viewType,
  viewTitle: 'My view',
  tables: Array.from({ length: count }, (_item, index) => table(String(index))),
  widgetId,
});

test('where the dialog begins', () => {
  const expected = [
    [input('SEARCH', 0), 'setting', undefined],
    [input('SEARCH', 1), 'setting', '0'],
    [input('SEARCH', 2), 'choosing', undefined],
    [input('DASHBOARD', 0), 'unavailable', undefined],
    [input('DASHBOARD', 1), 'choosing', undefined],
    [input('DASHBOARD', 2, '1'), 'setting', '1'],
  ] as const;
  for (const [given, state, widgetId] of expected) {
    const snapshot = createActor(exportMachine, { input: given }).start().getSnapshot();
    assert.deepEqual([snapshot.value, snapshot.context.table?.widgetId], [state, widgetId]);
  }
});

test('paths: nothing is downloaded without fields or with a limit that is not allowed', () => {
  const paths = getSimplePaths(exportMachine, {
    input: input('DASHBOARD', 2),
    events: [
      { type: 'table.chosen', widgetId: '1' },
      { type: 'table.chosen', widgetId: 'nowhere' },
      { type: 'table.reselected' },
      { type: 'fields.changed', fields: [] },
      { type: 'limit.changed', limit: '0' },
      { type: 'download.requested' },
      { type: 'xstate.done.actor.0.export.downloading' } as never,
      { type: 'xstate.error.actor.0.export.downloading', error: 'refused' } as never,
      { type: 'cancelled' },
    ],
    serializeState: ({ value, context: { fields, limit, failure } }) =>
      JSON.stringify([value, fields.length, limit, failure]),
  });
  assert.deepEqual(
    new Set(paths.map(({ state }) => state.value)),
    new Set(['choosing', 'setting', 'downloading', 'done', 'cancelled']),
  );
  for (const { state } of paths) {
    if (state.matches('downloading'))
      assert.ok(state.context.fields.length > 0 && state.context.limit === '' && state.context.table);
    if (state.context.failure !== undefined && state.matches('setting')) assert.ok(state.context.fields.length >= 0);
  }
});

test('what is asked for', async () => {
  const orders: ExportOrder[] = [];
  const actor = createActor(
    exportMachine.provide({
      actors: { download: fromPromise(({ input: order }) => Promise.resolve(orders.push(order))) },
    }),
    { input: input('SEARCH', 1) },
  ).start();
  actor.send({ type: 'limit.changed', limit: ' 500 ' });
  actor.send({ type: 'download.requested' });
  await waitFor(actor, (state) => state.matches('done'));
  assert.deepEqual(orders, [
    {
      searchTypeId: 'type-0',
      fields: ['timestamp', 'source', 'message'],
      limit: 500,
      format: 'csv',
      fileName: 'Table-0-search-result.csv',
    },
  ]);
});

test('fields, limits and file names', () => {
  assert.deepEqual(exportFieldsOf(undefined), ['timestamp', 'source', 'message']);
  assert.deepEqual(exportFieldsOf({ ...table('0'), fields: ['message'], showMessageRow: true }), ['message']);
  assert.deepEqual(['', '1', '1.5', '-1', 'x', '0'].map(exportLimitOf), [undefined, 1, NaN, NaN, NaN, NaN]);
  assert.equal(exportFileName('a b\t c', 'csv'), 'a-b-c-search-result.csv');
  assert.equal(exportFileName('../../etc: "x"', 'csv'), '....etc-x-search-result.csv');
});
