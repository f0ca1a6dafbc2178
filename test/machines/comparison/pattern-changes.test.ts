// Tests which message patterns of two ranges are new, gone, grown or shrunk, and in which order they are listed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byChange, changeCounts, comparedPatterns } from '../../../machines/comparison/pattern-changes.js';

const [first, last] = ['2025-11-24T10:00:00.000Z', '2025-11-24T11:00:00.000Z'];
/** Returns an answer with patterns by their numbers of messages, the most frequent first. */
function answer(counts: Readonly<Record<string, number>>, over: { rest?: number; of?: number } = {}) {
  const patterns = Object.entries(counts).map(([template, count]) => ({
    ...{ template, count, first, last, cut: false, example: template, histogram: [count], levels: {} },
  }));
  const examined = Object.values(counts).reduce((sum, count) => sum + count, 0) + (over.rest ?? 0);
  return { patterns, rest: over.rest ?? 0, examined, total_results: over.of ?? examined };
}
const changes = (...[now, before]: Parameters<typeof comparedPatterns>) =>
  comparedPatterns(now, before).map(({ template, change, before: was }) => [template, change, was]);

describe('patterns compared with an earlier range', () => {
  it('are new, gone, grown, shrunk or the same', () => {
    const now = answer({ 'login ok': 30, 'disk full': 9, 'user <*> left': 10, 'slow query': 2 });
    const before = answer({ 'login ok': 25, 'user <*> left': 4, 'slow query': 8, 'cache cold': 3 });
    assert.deepEqual(changes(now, before), [
      ['login ok', 'same', 25],
      ['disk full', 'new', 0],
      ['user <*> left', 'grown', 4],
      ['slow query', 'shrunk', 8],
      ['cache cold', 'gone', 3],
    ]);
    const compared = comparedPatterns(now, before);
    assert.deepEqual(
      byChange(compared).map(({ template }) => template),
      ['disk full', 'cache cold', 'user <*> left', 'slow query', 'login ok'],
    );
    assert.deepEqual(changeCounts(compared), { fresh: 1, gone: 1, grown: 1 });
  });
  it('are recognised although a word became variable, but not by variable words alone', () => {
    assert.deepEqual(changes(answer({ 'user <*> left': 4 }), answer({ 'user ada left': 4 })), [
      ['user <*> left', 'same', 4],
    ]);
    assert.deepEqual(changes(answer({ '<*> <*>': 4 }), answer({ 'disk full': 4 })), [
      ['<*> <*>', 'new', 0],
      ['disk full', 'gone', 4],
    ]);
  });
  it('are not called new or gone where the other list may leave them out', () => {
    assert.deepEqual(changes(answer({ a: 9, b: 3 }, { rest: 5 }), answer({ c: 8, d: 4 }, { rest: 1 })), [
      ['a', 'new', 0],
      ['b', 'unknown', undefined],
      ['c', 'gone', 8],
      ['d', 'gone', 4],
    ]);
  });
  it('are projected to all messages when only a part was examined', () => {
    assert.deepEqual(changes(answer({ a: 10 }, { of: 100 }), answer({ a: 50 })), [['a', 'grown', 50]]);
  });
});
