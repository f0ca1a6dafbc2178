import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { listDensities, listDensity, withDensity } from '../../../machines/view/list-density.js';
import {
  accountMemory,
  mostLists,
  readListMemory,
  rememberedList,
  streamsKey,
  withRemembered,
  type ListMemory,
} from '../../../machines/view/list-memory.js';
import { tableLookOf } from '../../../machines/view/table-look.js';

test('each density of a list is read back from the stored display settings', () => {
  for (const density of listDensities) {
    assert.equal(listDensity(withDensity({ numbers: true, wrap: false }, density)), density);
    assert.equal(withDensity({ numbers: true }, density).numbers, true);
  }
  assert.equal(listDensity({}), 'full');
  assert.equal(listDensity({ density: 'compact' }), 'compact');
});

test('a list is remembered for its streams in any order, and the oldest of too many lists is forgotten', () => {
  const list = { fields: ['timestamp', 'level'], look: { density: 'compact', wrap: false } } as const;
  let memory: ListMemory = withRemembered([], ['b', 'a', 'a'], list);
  assert.equal(streamsKey([]), '');
  assert.deepEqual(rememberedList(memory, ['a', 'b']), list);
  assert.equal(rememberedList(memory, ['a']), undefined);
  for (let index = 0; index < mostLists; index += 1) memory = withRemembered(memory, [`s${index}`], list);
  assert.equal(memory.length, mostLists);
  assert.equal(rememberedList(memory, ['a', 'b']), undefined);
  assert.deepEqual(readListMemory(JSON.parse(JSON.stringify(memory))), memory);
});

test('the preferences of an account hold the lists that were changed last, up to a total length', () => {
  const short: ListMemory = [
    ['a', { fields: ['f'], look: {} }],
    ['b', { fields: ['g'], look: {} }],
  ];
  assert.deepEqual(accountMemory(short), short);
  const long: ListMemory = Array.from({ length: 10 }, (_unused, at) => [
    `s${at}`,
    { fields: Array.from({ length: 10 }, (_none, field) => `${field}`.repeat(400)), look: {} },
  ]);
  const kept = accountMemory([...long, ...short]);
  assert.deepEqual(kept, [...long.slice(-3), ...short]);
  assert.ok(JSON.stringify(kept).length <= 16_000);
});

test('invalid values that the browser stores under the key are ignored', () => {
  const table: readonly (readonly [stored: unknown, read: ListMemory])[] = [
    [null, []],
    [{ a: 1 }, []],
    [[['a', null], 'x', [1, {}], ['b']], []],
    [[['a', { fields: 'x', look: 'y' }]], [['a', { fields: [], look: {} }]]],
    [
      [['a', { fields: ['f', 'f', 3, ''], look: { density: 'tiny', wrap: 'no', widths: { f: 9, g: 'x' } } }]],
      [['a', { fields: ['f'], look: { widths: { f: 48 } } }]],
    ],
  ];
  for (const [stored, read] of table) assert.deepEqual(readListMemory(stored), read);
});

test('a new search starts with the remembered columns and display settings', () => {
  let count = 0;
  const ids = { uuid: () => `u${(count += 1)}`, objectId: () => `o${(count += 1)}` };
  const list = { fields: ['timestamp', 'service'], look: { density: 'compact', wrap: false } } as const;
  const made = defaultSearch({ createdAt: '2026-01-02T03:04:05.000Z', list }, ids);
  const [state] = Object.values(made.view.state);
  const table = state?.widgets.find(({ type }) => type === 'messages');
  assert.ok(state && table);
  assert.deepEqual((table.config as { fields?: unknown }).fields, list.fields);
  assert.deepEqual(tableLookOf(state, table.id), list.look);
});
