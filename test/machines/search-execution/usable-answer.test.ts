/** Tests search answers with malformed parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchJob } from '../../../api/contract/searches.js';
import { isMessages } from '../../../machines/search-execution/results.js';
import { usableJob } from '../../../machines/search-execution/usable-answer.js';
import { untyped } from '../../untyped.js';

const range = { type: 'absolute', from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };
const messages = { id: 'm', type: 'messages', messages: [{ index: 'i', message: { _id: '1' } }], total_results: 1 };
const pivot = {
  id: 'p',
  type: 'pivot',
  rows: [{ key: ['a'], values: [{ key: [], value: 1 }] }],
  total: 1,
  effective_timerange: range,
};
const result = {
  execution_stats: { duration: 5, timestamp: '2026-01-01T00:00:00.000Z', effective_timerange: range },
  errors: [{ type: 'query', description: 'late' }],
  search_types: { m: messages, p: pivot, x: { type: 'from a plug-in', rows: 5 } },
};
const job = (parts: object) =>
  usableJob(
    untyped<SearchJob>({
      id: 'j',
      execution: { done: true },
      errors: [],
      results: { q: result },
      ...parts,
    }),
  );
const searchTypes = (types: unknown) =>
  job({ results: { q: { ...result, search_types: types } } }).results['q']?.search_types;

test('a valid search response stays unchanged', () => {
  assert.deepEqual(job({}), { id: 'j', execution: { done: true }, errors: [], results: { q: result } });
});

test('a malformed member of a response counts as missing', () => {
  for (const wrong of [null, 'x', 5, []]) {
    assert.deepEqual(job({ results: wrong }).results, {});
    assert.deepEqual(job({ results: { q: wrong } }).results, {});
    assert.deepEqual(searchTypes(wrong), {});
    assert.deepEqual(searchTypes({ m: wrong, p: pivot }), { p: pivot });
    assert.deepEqual(searchTypes({ m: { ...messages, messages: [wrong] } }), {});
  }
  for (const wrong of [null, 'x', 5, {}]) {
    assert.deepEqual(searchTypes({ m: { ...messages, messages: wrong } }), {});
    assert.deepEqual(searchTypes({ p: { ...pivot, rows: [{ key: ['a'], values: wrong }] }, m: messages }), {
      m: messages,
    });
    assert.deepEqual(job({ errors: wrong }).errors, []);
    assert.deepEqual(job({ results: { q: { ...result, errors: wrong } } }).results['q']?.errors, []);
    assert.equal(
      job({ results: { q: { ...result, execution_stats: wrong } } }).results['q']?.execution_stats.duration,
      0,
    );
  }
  for (const wrong of [null, 'x', { from: 5 }])
    assert.deepEqual(
      searchTypes({ p: { ...pivot, effective_timerange: wrong } }),
      { p: pivot },
      'a malformed effective range is dropped',
    );
  assert.deepEqual(job({ errors: [null, { description: 'a' }, 5] }).errors, [{ description: 'a' }]);
});

test('malformed matches, decorations and keys remove no message and no row', () => {
  const message = { index: 'i', message: { _id: '1' } };
  const good = { source: [{ start: 0, length: 2 }] };
  const table: [unknown, unknown][] = [
    [null, null],
    [good, good],
    ['x', null],
    [[{ start: 0, length: 2 }], null],
    [
      { ...good, level: 'x' },
      { ...good, level: [] },
    ],
    [{ source: [null, { start: -1, length: 2 }, { start: 0 }, { start: 0, length: 2 }] }, good],
  ];
  for (const [sent, kept] of table) {
    const found = searchTypes({ m: { ...messages, messages: [{ ...message, highlight_ranges: sent }] } });
    assert.deepEqual(found, { m: { ...messages, messages: [{ ...message, highlight_ranges: kept }] } });
  }
  for (const wrong of [5, [], { added_fields: 'x' }]) {
    const found = searchTypes({ m: { ...messages, messages: [{ ...message, decoration_stats: wrong }] } });
    const kept = found?.['m'];
    assert.ok(isMessages(kept));
    assert.deepEqual(kept.messages.length, 1);
    assert.equal(JSON.stringify(found).includes('"decoration_stats":null'), true);
  }
  const keys: [unknown, unknown][] = [
    ['a', ['a']],
    [7, ['7']],
    [null, []],
    [undefined, []],
    [
      ['a', 5, null, { b: 1 }],
      ['a', '5', 'null', '{"b":1}'],
    ],
  ];
  for (const [sent, kept] of keys) {
    const value = (key: unknown) => ({ key, value: 1, rollup: true, source: 'row-leaf' });
    const row = (key: unknown) => ({ key, values: [value(key)], source: 'leaf' });
    assert.deepEqual(searchTypes({ p: { ...pivot, rows: [row(sent)] } }), { p: { ...pivot, rows: [row(kept)] } });
  }
});
