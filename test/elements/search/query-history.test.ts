import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createQueryHistory,
  longestHistory,
  recallStep,
  type Recall,
} from '../../../elements/search/query/query-history.js';

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

test('queries are kept newest first, each once, and survive a reload', () => {
  const storage = memory();
  const history = createQueryHistory(storage, 'one');
  for (const query of ['a', 'b', ' a ', '', '*']) history.add(query);
  assert.deepEqual(history.entries(), ['a', 'b']);
  assert.deepEqual(createQueryHistory(storage, 'one').entries(), ['a', 'b']);
  assert.deepEqual(createQueryHistory(storage, 'two').entries(), []);
});

test('the history is bounded', () => {
  const history = createQueryHistory(memory(), 'key');
  for (let index = 0; index < longestHistory + 10; index += 1) history.add(`query ${index}`);
  assert.equal(history.entries().length, longestHistory);
  assert.equal(history.entries()[0], `query ${longestHistory + 9}`);
});

test('a forbidden or spoiled storage does no harm', () => {
  const forbidden = {
    getItem: () => '{not json',
    setItem: () => {
      throw new Error('quota');
    },
    removeItem: () => {},
  };
  for (const storage of [forbidden, null]) {
    const history = createQueryHistory(storage, 'key');
    history.add('a');
    assert.deepEqual(history.entries(), ['a']);
  }
});

test('steps go to older queries and back to the draft', () => {
  const entries = ['newest', 'older'];
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

test('the query that is already shown is skipped', () => {
  assert.equal(recallStep(['same', 'other'], null, 'same', 1)?.text, 'other');
  assert.equal(recallStep(['same'], null, 'same', 1), null);
});
