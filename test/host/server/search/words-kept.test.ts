/** The inverted index survives a restart, and reports the memory that it uses. */
import assert from 'node:assert/strict';
import { open as openFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { wordsMetrics } from '../../../../host/server/metrics/metrics.js';
import { packedUnitBytes, plainUnitBytes } from '../../../../host/server/store/inverted-index/format.js';
import type { MessageStore } from '../../../../host/server/store/types.js';
import { createRandom } from '../../../bench/seed.js';
import { until } from '../../../until.js';
import { blocksOfFile } from '../store/blocks-of-file.js';
import { message, onlyIndex, open, temporaryDirectory } from '../store/opened-store.js';
import { assertSameFor, covered, limits, load, numbered, start, texts } from './words-fixture.js';

test('a restart reads the unfinished block of the inverted index, and later rows replace it', async (context) => {
  const directory = await temporaryDirectory(context);
  const kinds: unknown[] = [];
  const post = Worker.prototype.postMessage;
  context.mock.method(Worker.prototype, 'postMessage', function (this: Worker, ...given: [unknown]) {
    const { kind } = given[0] as { kind?: string };
    if (kind === 'begin') kinds.push(kind);
    post.apply(this, given);
  });
  const blocks = (store: MessageStore): number[] => onlyIndex(store).words?.blocks.map(({ rows }) => rows) ?? [];
  const first = await open(context, directory, limits);
  await load(first.store, numbered(1, 150));
  await covered(first.store);
  await first.close();
  const stored = async (): Promise<readonly number[]> => {
    const [name = ''] = (await readdir(join(directory, 'indices'))).filter((file) => file.endsWith('.words'));
    return blocksOfFile(await readFile(join(directory, 'indices', name))).map(({ head }) => head.unitBytes);
  };
  assert.deepEqual(await stored(), [packedUnitBytes, plainUnitBytes], 'only the finished block is compressed');
  for (const [messages, expected] of [
    [150, [100, 50]],
    [190, [100, 90]],
    [230, [100, 100, 30]],
  ] as const) {
    kinds.length = 0;
    const { store, close } = await open(context, directory, limits);
    await covered(store);
    assert.deepEqual([onlyIndex(store).messages, blocks(store), kinds], [messages, expected, []]);
    await assertSameFor(context, store, texts);
    if (messages < 230) {
      await load(store, numbered(messages + 1, 40));
      await until('the rows are in blocks', () => blocks(store).reduce((sum, rows) => sum + rows, 0) === messages + 40);
      await assertSameFor(context, store, texts);
    } else {
      // No rows follow, so the unfinished block becomes final when the index is sealed.
      await store.cycle();
      await assertSameFor(context, store, texts);
    }
    await close();
  }
  const files = (await readdir(join(directory, 'indices'))).filter((file) => file.endsWith('.words')).sort();
  const path = join(directory, 'indices', files[0] ?? '');
  const { size } = await stat(path);
  const sealed = await open(context, directory, limits);
  await covered(sealed.store);
  assert.deepEqual(
    sealed.store.indices()[0]?.words?.blocks.map(({ rows }) => rows),
    [100, 100, 30],
  );
  await assertSameFor(context, sealed.store, texts);
  await sealed.close();
  assert.equal((await stat(path)).size, size);
});

test('a damaged unfinished block of the inverted index is rebuilt', async (context) => {
  const directory = await temporaryDirectory(context);
  const first = await open(context, directory, limits);
  await load(first.store, numbered(1, 150));
  await covered(first.store);
  await first.close();
  const [name = ''] = (await readdir(join(directory, 'indices'))).filter((file) => file.endsWith('.words'));
  const file = await openFile(join(directory, 'indices', name), 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.from([0xff, 0xfe, 0xfd]), 0, 3, size - 30);
  await file.close();
  const { store } = await open(context, directory, limits);
  await assertSameFor(context, store, texts);
  await covered(store);
  await assertSameFor(context, store, texts);
});

test('the inverted index reports its memory and the patterns that were too expensive', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), { ...limits, wordBlockRows: 1000 });
  assert.deepEqual(store.words, { readerBytes: 0, builderBytes: 0, endedWalks: 0 });
  await load(store, numbered(1, 300));
  const random = createRandom(3);
  const letters = (): string => Array.from({ length: 100 }, () => (random() < 0.5 ? 'a' : 'b')).join('');
  await load(
    store,
    Array.from({ length: 150 }, () => message(letters(), {}, start)),
  );
  await covered(store);
  const { readerBytes, builderBytes } = store.words;
  assert.ok(readerBytes > 1000, `the readers use ${readerBytes} bytes`);
  assert.ok(builderBytes > 1_000_000, `the builders use ${builderBytes} bytes`);
  // Each word leads the pattern's automaton to a different set of states, which exceeds its limit.
  await assertSameFor(context, store, ['message:/(a|b)*a(a|b){40}/']);
  assert.ok(store.words.endedWalks > 0, 'the evaluation of the pattern was aborted');
  await store.cycle();
  await covered(store);
  await until('no block is being built', () => store.words.builderBytes === 0);
  const names = [...wordsMetrics(store.words)].map(({ full_name }) => full_name);
  assert.deepEqual(
    names.sort(),
    ['builder-bytes', 'ended-walks', 'reader-bytes'].map((name) => `log-console.words.${name}`),
  );
});
