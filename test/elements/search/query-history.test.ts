import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  pastQuery,
  queryHistoryOptions,
  recallStep,
  type Recall,
} from '../../../elements/search/query/query-history.js';
import { createStoredList } from '../../../elements/kit/stored-list.js';
import { untyped } from '../../untyped.js';
import { offeredRanges, recentRangesOptions } from '../../../elements/search/time-range/recent-ranges.js';

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
const history = (storage: Parameters<typeof createStoredList>[0], key = 'key') =>
  createStoredList(storage, key, queryHistoryOptions);
const past = (query: string, at = 1) => ({ query, at });
const range = { type: 'relative', from: 300 } as const;
const draft = (queryString: string, streams: readonly string[] = []) => ({ queryString, streams, timeRange: range });

test('the search history keeps queries newest first, each once, and survives a reload', () => {
  const storage = memory();
  const list = history(storage);
  for (const query of ['a', 'b', 'a']) list.add(past(query));
  assert.deepEqual(list.entries(), [past('a'), past('b')]);
  assert.deepEqual(history(storage).entries(), [past('a'), past('b')]);
  assert.deepEqual(history(storage, 'two').entries(), []);
  list.remove(past('a'));
  assert.deepEqual(history(storage).entries(), [past('b')]);
  list.clear();
  assert.equal(storage.getItem('key'), null);
});

test('the search history sees entries that another tab adds, and returns the same array for the same list', () => {
  const storage = memory();
  const [here, there] = [history(storage), history(storage)];
  here.add(past('a'));
  assert.equal(here.entries(), here.entries());
  there.add(past('b'));
  here.add(past('c'));
  assert.deepEqual(
    there.entries().map(({ query }) => query),
    ['c', 'b', 'a'],
  );
});

test('the search history does not record queries that match everything or are too long', () => {
  for (const query of [' ', '*', 'x'.repeat(5_000)]) assert.equal(pastQuery(draft(query), 1), undefined);
  assert.deepEqual(pastQuery(draft(' a ', ['s1']), 1), { query: 'a', at: 1, streams: ['s1'], range });
});

test('the search history keeps the searches of one query in different streams apart, and takes missing streams as all streams', () => {
  const storage = memory();
  const list = history(storage);
  for (const entry of [past('a'), { ...past('a', 2), streams: ['s1'] }, { ...past('a', 3), streams: [] }])
    list.add(entry);
  assert.deepEqual(history(storage).entries(), [
    { ...past('a', 3), streams: [] },
    { ...past('a', 2), streams: ['s1'] },
  ]);
});

test('the search history treats streams in any order as the same, and malformed streams as all streams', () => {
  const list = history(memory());
  list.add({ ...past('a'), streams: ['s2', 's1'] });
  list.add({ ...past('b'), streams: untyped(7) });
  list.add({ ...past('a', 2), streams: ['s1', 's2'] });
  list.add({ ...past('a', 3), streams: ['s1,s2'] });
  list.remove(past('b'));
  assert.deepEqual(list.entries(), [
    { ...past('a', 3), streams: ['s1,s2'] },
    { ...past('a', 2), streams: ['s1', 's2'] },
  ]);
});

test('the search history has a maximum length', () => {
  const list = history(memory());
  const { longest } = queryHistoryOptions;
  for (let index = 0; index < longest + 10; index += 1) list.add(past(`query ${index}`));
  assert.equal(list.entries().length, longest);
  assert.equal(list.entries()[0]?.query, `query ${longest + 9}`);
});

test('the search history works without storage, and with corrupt entries in it', () => {
  const forbidden = {
    getItem: () => '{not json',
    setItem: () => {
      throw new Error('quota');
    },
    removeItem: () => {},
  };
  for (const storage of [forbidden, null]) {
    const list = history(storage);
    list.add(past('a'));
    list.add(past('b'));
    assert.deepEqual(list.entries(), [past('b'), past('a')]);
  }
  const spoiled = { ...memory(), getItem: () => '[null, 3, {"query": "a"}, {"at": 4}]' };
  assert.deepEqual(history(spoiled).entries(), [past('a', 0)]);
});

test('the time range menu lists only valid recent ranges that no preset offers', () => {
  const hour = { type: 'relative', from: 3600 } as const;
  const odd = { type: 'relative', from: 90, to: 30 } as const;
  const storage = memory();
  const list = createStoredList(storage, 'ranges', recentRangesOptions);
  for (const range of [hour, odd, { type: 'relative', range: 3600 } as const]) list.add(range);
  assert.equal(list.entries().length, 2);
  assert.deepEqual(offeredRanges(list.entries(), [{ range: hour }]), [odd]);
  storage.setItem('ranges', '[{"type":"relative","from":-5},{"type":"absolute"},{"type":"keyword","keyword":"x"}]');
  assert.deepEqual(list.entries(), [{ type: 'keyword', keyword: 'x' }]);
});

test('the arrow keys step through the search history to older queries and back to the draft', () => {
  const entries = [past('newest'), past('older')];
  let recall: Recall | null = null;
  let text = 'draft';
  const step = (direction: 1 | -1): string | null => {
    const next = recallStep(entries, recall, text, direction);
    if (!next) return null;
    recall = next.recall;
    text = next.text;
    return text;
  };
  assert.equal(step(-1), null);
  assert.equal(step(1), 'newest');
  assert.equal(step(1), 'older');
  assert.equal(step(1), null);
  assert.equal(step(-1), 'newest');
  assert.equal(step(-1), 'draft');
});

test('a step through the search history skips the query that is already shown', () => {
  assert.equal(recallStep([past('same'), past('other')], null, 'same', 1)?.text, 'other');
  assert.equal(recallStep([past('same')], null, 'same', 1), null);
});
