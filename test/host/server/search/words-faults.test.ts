/** Faults of the inverted index and hostile queries against it change no result. */
import assert from 'node:assert/strict';
import { open as openFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { DuckDBConnection } from '@duckdb/node-api';
import { Yielder } from '../../../../host/server/foundation/yielding.js';
import { nextBucket } from '../../../../host/server/search/interval.js';
import { readQuery } from '../../../../host/server/search/compile.js';
import type { Match } from '../../../../host/server/search/match.js';
import { Parameters } from '../../../../host/server/search/parameters.js';
import { candidatesOf, selectCandidates } from '../../../../host/server/search/inverted-index/candidates.js';
import type { BlockHits } from '../../../../host/server/search/inverted-index/matches.js';
import { isTooMuch, isWorthwhile, planQueryWords } from '../../../../host/server/search/inverted-index/plan.js';
import { fuzzyTest } from '../../../../host/server/search/inverted-index/walks.js';
import type { IncomingMessage, StoredIndex } from '../../../../host/server/store/types.js';
import { fullBits, rowsOfBits } from '../../../../host/server/store/inverted-index/bits.js';
import type { Cell } from '../../../../host/server/store/load-plan.js';
import { Block } from '../../../../host/server/store/inverted-index/block.js';
import type { Entry } from '../../../../host/server/store/inverted-index/pages.js';
import { Builder, textsOf } from '../../../../host/server/store/inverted-index/builder.js';
import { encode } from '../../../../host/server/store/inverted-index/encode.js';
import { feedOf } from '../../../../host/server/store/inverted-index/feed.js';
import { decodeHead } from '../../../../host/server/store/inverted-index/format.js';
import { Collected, phraseRows } from '../../../../host/server/store/inverted-index/phrase.js';
import { FileSource, inMemory, unitCache } from '../../../../host/server/store/inverted-index/source.js';
import { createRandom } from '../../../bench/seed.js';
import { until } from '../../../until.js';
import { untyped } from '../../../untyped.js';
import { message, onlyIndex, open, temporaryDirectory } from '../store/opened-store.js';
import { defaultStream, otherStream } from './fixture.js';
import { assertSameFor, covered, limits, load, numbered, start, texts } from './words-fixture.js';

type RunParameters = globalThis.Parameters<DuckDBConnection['run']>;

let last = 0;
const some = (count: number): IncomingMessage[] => {
  last += count;
  return numbered(last - count + 1, count);
};

test('a commit that succeeds but reports an error does not shift row numbers of the inverted index', async (context) => {
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
  // All rows are indexed although no further rows arrive.
  await covered(store);
  await load(store, some(133));
  await covered(store);
  const index = onlyIndex(store);
  assert.equal(index.messages, 354);
  await assertSameFor(context, store, texts);

  // Even wrong row numbers must not reveal messages that the user may not read.
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

test('indexing resumes after its thread has died, and after the file of the inverted index was deleted', async (context) => {
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

  // No block of the next index has been read yet, so the next look-up of a block will find its file missing.
  await store.cycle();
  await load(store, some(50));
  await covered(store);
  const indices = join(directory, 'indices');
  const files = (await readdir(indices)).filter((file) => file.endsWith('.words')).sort();
  assert.equal(files.length, 2);
  await rm(join(indices, files[1] ?? ''));
  await load(store, some(170));
  await covered(store);
  await until('the file of the index exists again', async () => (await readdir(indices)).includes(files[1] ?? ''));
  await assertSameFor(context, store, texts);
});

/** Encodes a block of rows, one second apart, with the given words in the file format. */
async function encodedBlock(first: number, tokens: readonly string[]) {
  const builder = new Builder(first, tokens.length);
  const columns = new Map<string, Cell[]>([
    ['ts', tokens.map((_, row) => (first + row) * 1000)],
    ['message', [...tokens]],
    ['message_tok', [...tokens]],
  ]);
  const feed = await feedOf(first, tokens.length, (column) => columns.get(column), []);
  const texts = textsOf(feed);
  for (let from = 0; from < feed.rows;) from += builder.take(feed, from, texts);
  const bytes = encode(builder, 0);
  const head = decodeHead(bytes);
  assert.ok(head);
  return { head, bytes, start: bytes.length - (head.starts.at(-1) ?? 0) };
}

async function blockOf(first: number, tokens: readonly string[]): Promise<Block> {
  const { head, bytes, start: body } = await encodedBlock(first, tokens);
  return new Block(head, inMemory(bytes.subarray(body)));
}

test('reading a whole block does not evict the cached parts of other blocks', async (context) => {
  const tokens = Array.from({ length: 4000 }, (_, row) => ` word${row} `);
  const { head, bytes, start: body } = await encodedBlock(0, tokens);
  const path = join(await temporaryDirectory(context), 'block');
  await writeFile(path, bytes);
  const file = await openFile(path);
  context.after(() => file.close());
  const cache = unitCache(10 * 1024 * 1024);
  const block = new Block(head, new FileSource(file, body, head, cache));
  await block.check();
  assert.equal(cache.bytes, 0);
  const [entry] = await block.entries(Buffer.from('word7'));
  assert.ok(entry);
  const remembered = cache.bytes;
  assert.ok(remembered > 0);
  const all = await block.walk(new Set([entry.field]), () => true, new Yielder());
  assert.equal(all?.length, tokens.length);
  assert.equal(cache.bytes, remembered);
});

test('the server first builds the inverted index of the newest of several indices without one', async (context) => {
  const directory = await temporaryDirectory(context);
  const first = await open(context, directory, limits);
  for (let sealed = 1; sealed <= 2; sealed += 1) {
    await load(first.store, some(3500));
    await first.store.cycle();
  }
  await covered(first.store);
  const names = first.store.indices().flatMap(({ name, messages }) => (messages > 0 ? [name] : []));
  assert.equal(names.length, 2);
  await first.close();
  const indices = join(directory, 'indices');
  for (const file of await readdir(indices)) if (file.endsWith('.words')) await rm(join(indices, file));
  const order: unknown[] = [];
  const post = Worker.prototype.postMessage;
  context.mock.method(Worker.prototype, 'postMessage', function (this: Worker, ...given: [unknown]) {
    const { index } = given[0] as { index?: string };
    if (index !== undefined && index !== order.at(-1)) order.push(index);
    post.apply(this, given);
  });
  const { store } = await open(context, directory, limits);
  await covered(store);
  assert.deepEqual(order, names.reverse());
});

test('a search reads matches that are far apart with few SQL statements', async () => {
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
  // A few distant rows are read individually, without the rows between them.
  assert.equal((await candidatesOf(matches, sort, 40, undefined))?.length, 40);
});

test('phrases of one repeated word take time proportional to their length', async (context) => {
  let reads = 0;
  const places = Uint32Array.from({ length: 20_000 }, (_, at) => at);
  const counted = new Proxy(places.slice(), {
    get: (target, name): unknown => {
      reads += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  });
  const found = new Collected(counted, 0);
  for (const place of places) found.add(place + 1);
  assert.equal(found.all.length, 19_999);
  assert.ok(reads < 200_000, `${reads} values were read`);
  const few = new Collected(Uint32Array.of(1, 3, 5, 9), 0);
  for (const place of [0, 3, 4, 5, 6]) few.add(place);
  assert.deepEqual([...few.all], [3, 5]);

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

/** Tests a proximity query by trying every assignment of positions to its words. */
function isNear(text: readonly string[], words: readonly string[], slop: number): boolean {
  const starts = words.map((word, at) => [...text.keys()].filter((place) => text[place] === word).map((p) => p - at));
  const choose = (at: number, least: number, most: number): boolean =>
    at === starts.length
      ? most - least <= slop
      : (starts[at] ?? []).some((start) => choose(at + 1, Math.min(least, start), Math.max(most, start)));
  return choose(0, Infinity, -Infinity);
}

test('proximity queries find words near one another at any position', async () => {
  const random = createRandom(11);
  const word = (): string => 'abcd'[Math.floor(random() * random() * 4)] ?? 'a';
  const some = (most: number): string[] => Array.from({ length: Math.floor(random() * most) + 1 }, word);
  const rows = Array.from({ length: 300 }, () => some(12));
  rows.push(Array<string>(30_000).fill('a').concat('b'));
  const block = await blockOf(
    0,
    rows.map((text) => ` ${text.join(' ')} `),
  );
  let hits = 0;
  for (let round = 0; round < 60; round += 1) {
    const words = [word(), ...some(3)];
    const slop = Math.floor(random() * 5);
    const entries: Entry[] = [];
    for (const one of words) {
      const [entry] = (await block.entries(Buffer.from(one))).filter(({ positionsBytes }) => positionsBytes > 0);
      assert.ok(entry);
      entries.push(entry);
    }
    const found = [...rowsOfBits(await phraseRows(block, entries, slop, new Yielder()))];
    const expected = rows.slice(0, 300).flatMap((text, row) => (isNear(text, words, slop) ? [row] : []));
    hits += expected.length;
    assert.deepEqual(
      found.filter((row) => row < 300),
      expected,
      `"${words.join(' ')}"~${slop} finds the expected rows`,
    );
    if (words.every((one) => one === 'a')) assert.equal(found.at(-1), 300);
  }
  assert.ok(hits > 300, `${hits} rows matched`);
});

test('queries with too many parts are scanned without planning', () => {
  const fields = (count: number): StoredIndex =>
    untyped({ fields: new Map(Array.from({ length: count }, (_, at) => [`f${at}`, {}])) });
  const ofWords = (count: number): Match => matchOf(Array.from({ length: count }, (_, at) => `w${at}`).join(' '));
  assert.equal(isTooMuch(ofWords(200), fields(20)), false);
  assert.equal(isTooMuch(ofWords(201), fields(20)), true);
  assert.equal(isTooMuch(ofWords(100), fields(201)), true);
  assert.equal(isTooMuch(matchOf('a', Array.from({ length: 10_000 }, String)), fields(20)), true);
});

test('a query walks the dictionary once for several fields, and not for texts longer than stored values', async () => {
  const fields = Array.from({ length: 1000 }, (_, at) => [
    `f${at}`,
    { name: `f${at}`, column: `f${at}`, type: 'keyword' },
  ]);
  const index = untyped<StoredIndex>({ fields: new Map(fields as [string, object][]) });
  const planOf = (text: string) => planQueryWords(matchOf(text), index);
  const plan = await planOf('*aaaa*');
  assert.ok(plan.kind === 'all' && plan.parts[0]?.kind === 'walk');
  assert.equal(plan.parts[0].fields.size, 1000);
  assert.equal(isWorthwhile(plan), true);
  // Values of this length are always truncated in the dictionary.
  for (const text of [`*${'a'.repeat(120)}*`, `*${'a?'.repeat(60)}`, `${'a'.repeat(130)}~1`]) {
    const long = await planOf(text);
    assert.equal(isWorthwhile(long), false, text);
    assert.equal(JSON.stringify(long).includes('walk'), false, text);
  }
  assert.equal(isWorthwhile(await planOf(`*${'a'.repeat(119)}*`)), true);
  // A fuzzy query of many words is compared with each message; the other conditions use the index.
  const words = untyped<StoredIndex>({
    fields: new Map([['message', { name: 'message', column: 'message', type: 'text', tokenColumn: 'message_tok' }]]),
  });
  const isLookedUp = async (text: string) => isWorthwhile(await planQueryWords(matchOf(text), words));
  for (const [text, expected] of [
    ['message:a-b-c-d-e~1', true],
    ['message:a-b-c-d-e-f~1', false],
    ['message:a-b-c-d-e-f~1 AND message:user', true],
    ['"a b c"~3', true],
    ['message:/conn.*/', true],
    ['message:/.*[st]ion/', true],
    ['message:/.*/', false],
    ['message:/^conn/', false],
  ] as const)
    assert.equal(await isLookedUp(text), expected, text);
});

test('fuzzy matches in the inverted index equal those of the database', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context));
  const random = createRandom(5);
  const word = (most: number): string =>
    Array.from({ length: Math.floor(random() * most) }, () => 'abcd'[Math.floor(random() * 4)]).join('');
  const pairs = Array.from({ length: 4000 }, () => [word(9), word(10)] as const);
  const sides = [pairs.map(([text]) => text), pairs.map(([, value]) => value)];
  const [row] = await store.query(
    'SELECT list_transform(list_zip($1::VARCHAR[], $2::VARCHAR[]), lambda p: damerau_levenshtein(p[1], p[2]))::VARCHAR AS d',
    sides,
  );
  const distances = JSON.parse(String(row?.['d'])) as number[];
  assert.equal(distances.length, pairs.length);
  for (const [at, [text, value]] of pairs.entries())
    for (const edits of [1, 2])
      assert.equal(
        fuzzyTest(text, edits)(Buffer.from(value), value.length),
        (distances[at] ?? 0) <= edits,
        `${text} matches ${value} with ${edits} edits as in the database`,
      );
});

test('a search handles months of the first century with their correct lengths', () => {
  const month = Date.parse('0050-01-01T00:00:00Z');
  assert.equal(new Date(nextBucket(month, { width: 'month' })).toISOString(), '0050-02-01T00:00:00.000Z');
});
