/** What goes wrong around the word index, and what is asked of it to its harm, changes no answer. */
import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { DuckDBConnection } from '@duckdb/node-api';
import { nextBucket } from '../../../../host/server/search/interval.js';
import { readQuery } from '../../../../host/server/search/compile.js';
import type { Match } from '../../../../host/server/search/match.js';
import { Parameters } from '../../../../host/server/search/parameters.js';
import { candidatesOf, selectCandidates } from '../../../../host/server/search/words/candidates.js';
import type { BlockHits } from '../../../../host/server/search/words/matches.js';
import { isTooMuch } from '../../../../host/server/search/words/plan.js';
import type { IncomingMessage, MessageStore, StoredIndex } from '../../../../host/server/store/types.js';
import { fullBits } from '../../../../host/server/store/words/bits.js';
import type { Cell } from '../../../../host/server/store/load-plan.js';
import { Block } from '../../../../host/server/store/words/block.js';
import { Builder } from '../../../../host/server/store/words/builder.js';
import { encode } from '../../../../host/server/store/words/encode.js';
import { feedOf } from '../../../../host/server/store/words/feed.js';
import { decodeHead } from '../../../../host/server/store/words/format.js';
import { inBoth } from '../../../../host/server/store/words/phrase.js';
import { inMemory } from '../../../../host/server/store/words/source.js';
import { until } from '../../../until.js';
import { untyped } from '../../../untyped.js';
import { message, onlyIndex, open, temporaryDirectory } from '../store/opened-store.js';
import { admin, allTime, defaultStream, otherStream } from './fixture.js';
import { covered, engines, histogram, page, run, start } from './words-fixture.js';

/** Short rests, so that nobody waits for them. */
const limits = { wordBlockRows: 100, wordsFrom: 1, wordsRestMs: 50 };
const one = { ...admin, username: 'one', readableStreams: [defaultStream] };

type RunParameters = globalThis.Parameters<DuckDBConnection['run']>;

let last = 0;
/** Each second one is in the other stream. */
const some = (count: number): IncomingMessage[] =>
  Array.from({ length: count }, () => {
    last += 1;
    const streams = [last % 2 === 0 ? otherStream : defaultStream];
    return { ...message(`word${last % 7} text${last}`, { n: last }, Date.UTC(2024, 2, 1) + last * 1000), streams };
  });

async function load(store: MessageStore, messages: readonly IncomingMessage[]): Promise<void> {
  await store.append(messages);
  await store.settled();
}

async function assertSameFor(context: TestContext, store: MessageStore, texts: readonly string[]): Promise<void> {
  const [looking, scan] = engines(context, store);
  assert.ok(looking && scan);
  for (const text of texts)
    for (const who of [admin, one]) {
      const types = [histogram, page('DESC', 0, 150)];
      const expected = await run(scan, text, allTime, types, who);
      assert.deepEqual(await run(looking, text, allTime, types, who), expected, `${text}, ${who.username}`);
      assert.ok(Number((expected as { total?: number }).total) > 0, `${text} finds something`);
    }
}

const texts = ['', 'word3', 'NOT word3', 'text*', '"word1 text1"', 'n:[1 TO 300]'];

test('a commit that succeeds and says that it did not shifts no row', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), limits);
  await load(store, some(150));
  await covered(store);
  const runs = DuckDBConnection.prototype.run;
  let failures = 0;
  const mock = context.mock.method(
    DuckDBConnection.prototype,
    'run',
    async function (this: DuckDBConnection, ...given: RunParameters) {
      const result = await runs.apply(this, given);
      if (given[0] !== 'COMMIT' || failures > 0) return result;
      failures += 1;
      throw new Error('The disk is full');
    },
  );
  await load(store, some(71));
  assert.equal(failures, 1);
  mock.mock.restore();
  // Nothing came after it, and yet all can be looked up.
  await covered(store);
  await load(store, some(133));
  await covered(store);
  const index = onlyIndex(store);
  assert.equal(index.messages, 354);
  await assertSameFor(context, store, texts);

  // And were the numbers of rows wrong, nobody would see what is not for them.
  const [row] = await store.query(`SELECT rowid AS r, ts FROM ${index.catalog}.messages WHERE f0 = $1`, [last]);
  const rows = [{ at: 0, row: Number(row?.['r']), time: Number(row?.['ts']) }];
  for (const streams of [[defaultStream], [otherStream], [defaultStream, otherStream]]) {
    const parameters = new Parameters();
    const [sql = ''] = selectCandidates([{ index, rows }], matchOf('', streams), () => 'id', parameters);
    const found = await store.query(...parameters.bind(sql));
    assert.equal(found.length, streams.includes(last % 2 === 0 ? otherStream : defaultStream) ? 1 : 0);
  }
});

const matchOf = (text: string, streams = [defaultStream]): Match => {
  const query = readQuery(text, { allowLeadingWildcard: true });
  return { range: { from: 0, to: Date.now() }, streams, queries: query ? [query] : [], now: 0 };
};

test('words are kept again after the thread has died, and after their file was taken away', async (context) => {
  const directory = await temporaryDirectory(context);
  last = 0;
  const threads = new Set<Worker>();
  const post = Worker.prototype.postMessage;
  context.mock.method(Worker.prototype, 'postMessage', function (this: Worker, ...given: [unknown]) {
    if ((given[0] as { kind?: string }).kind === 'begin') threads.add(this);
    post.apply(this, given);
  });
  const { store } = await open(context, directory, limits);
  await load(store, some(130));
  await covered(store);
  const [thread] = threads;
  await thread?.terminate();
  await load(store, some(140));
  await covered(store);
  assert.equal(threads.size, 2);
  await assertSameFor(context, store, texts);

  // Of the next index no block was read yet: the next one will be looked for in vain.
  await store.cycle();
  await load(store, some(50));
  await covered(store);
  const indices = join(directory, 'indices');
  const files = (await readdir(indices)).filter((file) => file.endsWith('.words')).sort();
  assert.equal(files.length, 2);
  await rm(join(indices, files[1] ?? ''));
  await load(store, some(170));
  await covered(store);
  await until('it has a file again', async () => (await readdir(indices)).includes(files[1] ?? ''));
  await assertSameFor(context, store, texts);
});

/** A block of rows with these words, a second apart. */
async function blockOf(first: number, tokens: readonly string[]): Promise<Block> {
  const builder = new Builder(first, tokens.length);
  const columns = new Map<string, Cell[]>([
    ['ts', tokens.map((_, row) => (first + row) * 1000)],
    ['message', [...tokens]],
    ['message_tok', [...tokens]],
  ]);
  const feed = await feedOf(first, tokens.length, (column) => columns.get(column), []);
  builder.take(feed, 0, [new Uint32Array(tokens.length)]);
  const bytes = encode(builder, 0);
  const head = decodeHead(bytes);
  assert.ok(head);
  return new Block(head, inMemory(bytes.subarray(bytes.length - (head.starts.at(-1) ?? 0))));
}

test('hits that lie far apart are read with few statements', async () => {
  const index = untyped<StoredIndex>({ catalog: '"i"', words: undefined });
  const blocks: BlockHits[] = [];
  for (let n = 0; n < 300; n += 1)
    blocks.push({ block: await blockOf(n * 50_000, [' word ']), bits: fullBits(1), count: 1 });
  const sort = ['timestamp', 'gl2_message_id'].map((field) => ({ field, order: 'DESC' as const }));
  const found = [
    { index, blocks: blocks.slice(0, 150) },
    { index: { ...index, catalog: '"j"' }, blocks: blocks.slice(150) },
  ];
  const matches = { indices: [index], found, scanned: [], firstRow: () => 0 };
  const many = await candidatesOf(matches, sort, 200, undefined);
  assert.deepEqual(
    many?.map(({ rows }) => rows.length),
    [50, 150],
  );
  const parameters = new Parameters();
  const statements = selectCandidates(many ?? [], matchOf(''), () => 'id', parameters);
  assert.match(statements[1] ?? '', /rowid BETWEEN 7500000 AND 14950000 AND rowid IN/);
  // A few are read one by one: what lies between them is left alone.
  assert.equal((await candidatesOf(matches, sort, 40, undefined))?.length, 40);
});

test('a message of one word again and again, and phrases of it, cost what their length says', async (context) => {
  let reads = 0;
  const counted = (list: number[]): number[] =>
    new Proxy(list, {
      get: (target, name, receiver): unknown => {
        reads += 1;
        return Reflect.get(target, name, receiver);
      },
    });
  const places = Array.from({ length: 20_000 }, (_, at) => at);
  assert.equal(inBoth(counted(places), counted(places.map((place) => place + 1))).length, 19_999);
  assert.ok(reads < 200_000, `${reads} reads`);
  assert.deepEqual(inBoth([1, 3, 5, 9], [0, 3, 4, 5, 6]), [3, 5]);

  const { store } = await open(context, await temporaryDirectory(context), limits);
  const texts = ['0 '.repeat(16_000), '0 '.repeat(16_000) + '1 0', '0 1 0 0', '1 1'];
  await load(
    store,
    texts.map((text) => ({ ...message(text, {}, start), source: `${'a'.repeat(130)}Ä` })),
  );
  await covered(store);
  await assertSameFor(context, store, [
    '"0 0"',
    '"0 0 1 0"',
    '"0 0 0 0 0 0"',
    '"1 0 0"',
    `source:${'A'.repeat(130)}Ä`,
    `source:${'a'.repeat(130)}ä*`,
  ]);
});

test('what has too many parts is scanned, before it is planned', () => {
  const fields = (count: number): StoredIndex =>
    untyped({ fields: new Map(Array.from({ length: count }, (_, at) => [`f${at}`, {}])) });
  const ofWords = (count: number): Match => matchOf(Array.from({ length: count }, (_, at) => `w${at}`).join(' '));
  assert.equal(isTooMuch(ofWords(200), fields(20)), false);
  assert.equal(isTooMuch(ofWords(201), fields(20)), true);
  assert.equal(isTooMuch(ofWords(100), fields(201)), true);
  assert.equal(isTooMuch(matchOf('a', Array.from({ length: 10_000 }, String)), fields(20)), true);
});

test('months of the first century are as long as others', () => {
  const month = Date.parse('0050-01-01T00:00:00Z');
  assert.equal(new Date(nextBucket(month, 'month')).toISOString(), '0050-02-01T00:00:00.000Z');
});
