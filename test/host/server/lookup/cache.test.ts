/**
 * Tests that cached lookups expire, that the least recently used ones make room first, and that purges remove them. The
 * clock is simulated.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LookupCache } from '../../../../host/server/lookup/cache.js';
import { singleResult } from '../../../../host/server/lookup/result.js';

let now = 0;
const cacheOf = (config: Readonly<Record<string, unknown>>): LookupCache => {
  now = 1_000_000;
  return new LookupCache({ type: 'guava_cache', max_size: 3, ...config }, () => now);
};
const seconds = (write: number, access: number) => ({
  expire_after_write: write,
  expire_after_write_unit: 'SECONDS',
  expire_after_access: access,
  expire_after_access_unit: 'SECONDS',
});
const has = (cache: LookupCache, key: string): boolean => cache.get('adapter', key) !== undefined;
/** Returns after how many seconds an entry is gone that is used at the given times. */
function lifeOf(cache: LookupCache, ttl: number | undefined, uses: readonly number[] = []): number {
  cache.put('adapter', 'k', ttl === undefined ? singleResult('v') : singleResult('v', ttl));
  const begun = now;
  for (let at = 1; at <= 100; at += 1) {
    now = begun + at * 1000;
    if (cache.peek('adapter', 'k') === undefined) return at;
    if (uses.includes(at)) assert.ok(has(cache, 'k'));
  }
  return Infinity;
}

const lives: readonly [name: string, config: object, ttl: number | undefined, uses: readonly number[], life: number][] =
  [
    ['an entry expires after the configured time since it was stored', seconds(10, 0), undefined, [], 10],
    ['use does not prolong the time since it was stored', seconds(10, 0), undefined, [9], 10],
    ['an entry expires after the configured time since its last use', seconds(0, 10), undefined, [], 10],
    ['each use prolongs the time since the last use', seconds(0, 10), undefined, [9, 18], 28],
    [
      'of the times since storage and since the last use, the one that ends first counts',
      seconds(20, 10),
      undefined,
      [9, 18],
      20,
    ],
    ['the time to live of a result replaces the configured time since it was stored', seconds(10, 0), 3000, [], 3],
    ['the time to live of a result may exceed the configured time since it was stored', seconds(10, 0), 30_000, [], 30],
    ['a result that nobody uses expires before its time to live has passed', seconds(10, 5), 30_000, [], 5],
    ['an entry without configured times stays', seconds(0, 0), undefined, [], Infinity],
  ];
for (const [name, config, ttl, uses, life] of lives)
  test(`the lifetime of a cached lookup: ${name}`, () => assert.equal(lifeOf(cacheOf({ ...config }), ttl, uses), life));

test('the least recently used cache entry makes room, and the metrics count hits and misses', () => {
  const cache = cacheOf({});
  for (const key of ['a', 'b', 'c']) cache.put('adapter', key, singleResult(key));
  assert.ok(has(cache, 'a'));
  cache.put('adapter', 'd', singleResult('d'));
  assert.deepEqual(
    [cache.entries, ...['a', 'b', 'c', 'd'].map((key) => has(cache, key))],
    [3, true, false, true, true],
  );
  assert.deepEqual(
    [cache.requests, cache.hits, cache.misses].map(({ total }) => total),
    [5, 4, 1],
  );
});

test('a purge of cached lookups concerns one adapter, or one of its keys; a cache of the type none stores nothing', () => {
  const cache = cacheOf({});
  for (const [adapter, key] of [
    ['one', 'x'],
    ['one', 'y'],
    ['other', 'x'],
  ] as const)
    cache.put(adapter, key, singleResult(key));
  cache.purge('one', 'y');
  assert.equal(cache.entries, 2);
  cache.purge('one');
  assert.deepEqual([cache.peek('one', 'x'), cache.peek('other', 'x')?.result.single_value], [undefined, 'x']);
  const none = cacheOf({ type: 'none' });
  none.put('one', 'x', singleResult('x'));
  assert.deepEqual([none.entries, none.get('one', 'x')], [-1, undefined]);
});
