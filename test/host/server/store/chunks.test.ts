/** The directory of chunks finds missing chunks without examining complete ones again, and counts replaced bytes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chunks, rowsPerChunk, type Chunk } from '../../../../host/server/store/row-pages/chunks.js';

const chunkAt = (at: number, rows = rowsPerChunk): Chunk => ({
  rows,
  starts: Float64Array.from({ length: 16 + 1 }, (_, page) => at + page * 10),
  lastId: 'x',
});

test('building all chunks of an index examines each chunk at most twice', () => {
  const chunks = new Chunks();
  const count = 500;
  for (let number = 0; number < count; number += 2) chunks.set(number, chunkAt(number * 1000));
  let examined = 0;
  const lacksRows = (number: number): boolean => {
    examined += 1;
    return chunks.get(number) === undefined;
  };
  const built: number[] = [];
  for (let next = chunks.highestMissing(count, lacksRows); next !== undefined;) {
    built.push(next);
    chunks.set(next, chunkAt(next * 1000));
    next = chunks.highestMissing(count, lacksRows);
  }
  assert.deepEqual(
    built,
    Array.from({ length: count / 2 }, (_, at) => count - 1 - at * 2),
  );
  assert.ok(examined <= count * 2, `${examined} chunks were examined`);
});

test('chunks that are forgotten, added above or removed with all others are found missing', () => {
  const chunks = new Chunks();
  const lacksRows = (number: number): boolean => (chunks.get(number)?.rows ?? 0) < rowsPerChunk;
  const missing = (count: number): number | undefined => chunks.highestMissing(count, lacksRows);
  for (const number of [0, 1, 2, 3]) chunks.set(number, chunkAt(number * 1000));
  assert.equal(missing(4), undefined);
  chunks.forget(2);
  chunks.forget(1);
  assert.equal(missing(4), 2);
  assert.equal(missing(6), 5);
  chunks.set(5, chunkAt(5000));
  assert.equal(missing(6), 4);
  chunks.set(4, chunkAt(6000));
  assert.equal(missing(6), 2);
  chunks.set(2, chunkAt(7000));
  assert.equal(missing(6), 1);
  chunks.set(1, chunkAt(8000, 3));
  assert.equal(missing(6), 1);
  chunks.set(1, chunkAt(9000));
  assert.equal(missing(6), undefined);
  chunks.clear();
  assert.equal(missing(6), 5);
});

test('the bytes of forgotten and replaced chunks count as dead until all chunks are removed', () => {
  const chunks = new Chunks();
  chunks.set(0, chunkAt(0));
  chunks.set(1, chunkAt(1000));
  assert.deepEqual([chunks.liveBytes, chunks.deadBytes], [320, 0]);
  chunks.forget(0);
  chunks.forget(0);
  chunks.set(1, chunkAt(2000));
  assert.deepEqual([chunks.liveBytes, chunks.deadBytes], [160, 320]);
  chunks.clear();
  assert.deepEqual([chunks.liveBytes, chunks.deadBytes], [0, 0]);
});
