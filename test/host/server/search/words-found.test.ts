/** The cache of inverted index results returns the exact result of each query. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchType, TimeRange } from '../../../../api/contract/searches.js';
import type { SearchCaller } from '../../../../host/server/search/index.js';
import { TooCostlyError } from '../../../../host/server/search/inverted-index/automaton.js';
import { rowsFound } from '../../../../host/server/search/inverted-index/evaluate.js';
import type { Bound, Plan } from '../../../../host/server/search/inverted-index/plan.js';
import { countValues, type CountedField } from '../../../../host/server/search/inverted-index/value-counts.js';
import { Yielder } from '../../../../host/server/foundation/yielding.js';
import { fullBits, rowsOfBits } from '../../../../host/server/store/inverted-index/bits.js';
import { Block } from '../../../../host/server/store/inverted-index/block.js';
import { Builder, textsOf } from '../../../../host/server/store/inverted-index/builder.js';
import { encode } from '../../../../host/server/store/inverted-index/encode.js';
import { feedOf } from '../../../../host/server/store/inverted-index/feed.js';
import { fieldNumber } from '../../../../host/server/store/inverted-index/fields.js';
import { bodyBytes, decodeHead, headBytes } from '../../../../host/server/store/inverted-index/format.js';
import { foundCache, FoundRows } from '../../../../host/server/store/inverted-index/found-rows.js';
import { inMemory } from '../../../../host/server/store/inverted-index/source.js';
import type { MessageStore, StoredIndex } from '../../../../host/server/store/types.js';
import { casesInTurn, isFullRun } from '../../../amounts.js';
import { untyped } from '../../../untyped.js';
import { open, temporaryDirectory } from '../store/opened-store.js';
import { admin, allTime, defaultStream } from './fixture.js';
import {
  covered,
  engines,
  filled,
  histogramBy,
  limits,
  load,
  numbered,
  page,
  run,
  start,
  withIndices,
} from './words-fixture.js';

/** Queries whose neighbours in the list differ only slightly. */
const alike = [
  ...['error', 'NOT error', 'user:error', 'source:error', 'message:error', 'err*', 'error~1', 'error~2', 'erro'],
  ...['"connection refused"', '"connection refused"~1', '"connection refused"~3', '"refused connection"~1'],
  ...['full_message:"connection refused"', 'message:"connection refused"', '"a b"~1', '"a b"', '"a a"'],
  ...['level:>3', 'level:>=3', 'level:<3', 'level:<=3', 'level:3', 'NOT level:3', 'NOT level:>3'],
  ...['level:[3 TO 7]', 'level:{3 TO 7]', 'level:[3 TO 7}', 'level:{3 TO 7}', 'level:[-1 TO 7]', 'level:[3 TO 500]'],
  ...['took:>=0.5', 'took:>0.5', 'took:>=7', 'took:<0.5', 'took:[0.5 TO 7]', 'took:{-3.25 TO 7]'],
  ...['level:>3 AND error', 'level:>3 OR error', '(level:>3 OR error) AND a', 'level:>3 OR (error AND a)'],
  ...['/conn.*/', '/conn.+/', 'user:/Er+or/', 'message:/er+or/', 'conn*d', 'con?', 'conn?', 'user:a*', 'source:W*'],
];
/** Time range that contains all blocks completely, although some messages are from before 1970. */
const ever: TimeRange = { type: 'absolute', from: '1950-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };
const part: TimeRange = {
  type: 'absolute',
  from: new Date(start + 10 * 3_600_000 + 1).toISOString(),
  to: new Date(start + 30 * 3_600_000 + 2).toISOString(),
};
const one = { ...admin, username: 'one', readableStreams: [defaultStream] };

test('cached results of similar queries and times are not confused', { timeout: 600_000 }, async (context) => {
  const { store } = await filled(context, await temporaryDirectory(context));
  const [looking, scan] = engines(context, store);
  assert.ok(looking && scan);
  let compared = 0;
  let hits = 0;
  const typesOf = (timerange: TimeRange): SearchType[] => [
    histogramBy(timerange === ever ? '1M' : '4h'),
    page('DESC', 0, 40),
  ];
  // The cache is shared by all users; the restricted user needs only some queries of each kind.
  const some = alike.filter((_, at) => at % 6 === 0);
  for (const [who, texts] of [
    [admin, alike],
    [one, some],
  ] as const)
    for (const [at, text] of texts.entries()) {
      const ask = (engine: typeof looking, time: TimeRange): Promise<unknown> =>
        run(engine, text, time, typesOf(time), who);
      const times: readonly TimeRange[] = [ever, part];
      const found = new Map<TimeRange, unknown>();
      for (const time of times) found.set(time, await ask(looking, time));
      assert.deepEqual(await ask(looking, ever), found.get(ever), `${text} finds the same again for ${who.username}`);
      // A scan takes longer than a search in the index, so `npm test` scans one of the times in turn.
      for (const time of casesInTurn(times, at)) {
        const expected = await ask(scan, time);
        assert.deepEqual(found.get(time), expected, `${text} finds the same as a scan for ${who.username}`);
        if (time === ever) continue;
        compared += 1;
        // Cast: the answer of a search may have a total; without it the query counts as one without messages.
        hits += Number((expected as { total?: number }).total ?? 0) > 0 ? 1 : 0;
      }
    }
  assert.ok(compared > 0 && hits > compared * 0.75, `${hits} of ${compared} queries found messages in a part`);
});

const topOf = (field: string): SearchType => ({
  id: 'figures',
  type: 'pivot',
  rollup: true,
  row_groups: [{ type: 'values', fields: [field], limit: 5 }],
  series: [{ id: 'count', type: 'count' }],
});

test('cached counts of values are not used for other queries', { timeout: 600_000 }, async (context) => {
  const { store } = await filled(context, await temporaryDirectory(context));
  const [looking, scan] = engines(context, store);
  assert.ok(looking && scan);
  const times: readonly TimeRange[] = [ever, part];
  const pairs = ['', 'error', 'NOT error', 'level:>3', 'level:>=3'].flatMap((text) =>
    ['source', 'level', 'ok'].map((field) => ({ text, field })),
  );
  const ways = pairs.flatMap(({ text, field }, pair) =>
    [admin, one].flatMap((who, person) =>
      times.map((time, span) => {
        // `npm test` compares half of the ways with a scan: for each pair both users and both times.
        const isCompared = isFullRun || (pair + person + span) % 2 === 0;
        return { text, field, who, time, isCompared };
      }),
    ),
  );
  const ask = (engine: typeof looking, { text, field, who, time }: (typeof ways)[number]): Promise<unknown> =>
    run(engine, text, time, [topOf(field)], who);
  for (const way of ways) await ask(looking, way);
  for (const way of ways.filter(({ isCompared }) => isCompared))
    assert.deepEqual(
      await ask(looking, way),
      await ask(scan, way),
      `the counts of ${way.field} for ${way.text} equal those of a scan for ${way.who.username}`,
    );
});

/** Wraps a store so that its inverted index reports every row as a hit. */
function lying(store: MessageStore): MessageStore {
  const everything = (block: Block): Block =>
    new Proxy(block, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'found') return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
        const all = fullBits(target.rows);
        return { get: () => ({ found: { sure: all, maybe: all } }) };
      },
    });
  return withIndices(store, (index) => {
    const { words } = index;
    return words ? { ...index, words: { ...words, blocks: words.blocks.map(everything) } } : index;
  });
}

test("an index that matches too much reveals no other streams' messages, cached or not", async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), limits);
  await load(store, numbered(1, 150));
  await covered(store);
  const [engine] = engines(context, lying(store));
  assert.ok(engine);
  const shown = async (who: SearchCaller): Promise<number[]> => {
    const found = await run(engine, 'word3', allTime, [page('DESC', 0, 150)], who);
    const { messages = [] } = found as { messages?: Record<string, unknown>[] };
    return messages.map(({ n }) => Number(n)).sort((a, b) => a - b);
  };
  const own = Array.from({ length: 75 }, (_, at) => at * 2 + 1);
  assert.deepEqual(await shown(one), own);
  assert.equal((await shown(admin)).length, 150);
  assert.deepEqual(await shown(one), own, 'the streams are still checked after the blocks were cached');
});

/** Builds a block of messages with two words each; counts the reads of its bytes. */
async function countedBlock(mostBytes: number): Promise<{ block: Block; reads: () => number; bytes: () => number }> {
  const rows = 3000;
  const builder = new Builder(0, rows);
  const texts = Array.from({ length: rows }, (_, row) => ` even${row % 2} rare${row % 1000} `);
  const columns = new Map<string, (string | number)[]>([
    ['ts', texts.map((_, row) => row * 1000)],
    ['message', texts],
    ['message_tok', texts],
    ['f0', texts.map((_, row) => (row % 7) - 3.5)],
  ]);
  const fields = [{ name: 'number', column: 'f0', type: 'double' as const }];
  const feed = await feedOf(0, rows, (column) => columns.get(column), fields);
  for (let from = 0; from < rows;) from += builder.take(feed, from, textsOf(feed));
  const bytes = encode(builder, 1);
  const head = decodeHead(bytes);
  assert.ok(head);
  const source = inMemory(bytes.subarray(headBytes(bodyBytes(head))));
  let reads = 0;
  const counted = {
    read: (from: number, to: number) => {
      reads += 1;
      return source.read(from, to);
    },
  };
  const cache = foundCache(mostBytes);
  const block = new Block(head, counted, new FoundRows(cache, rows));
  return { block, reads: () => reads, bytes: () => cache.rows.bytes };
}

const message = fieldNumber('message');
const key = (text: string): Plan => ({ kind: 'key', value: Buffer.from(text), fields: new Set([message]) });
const range = (lower?: Bound, upper?: Bound): Plan => ({ kind: 'range', field: fieldNumber('f0'), lower, upper });
const found = (block: Block, plan: Plan): ReturnType<typeof rowsFound> =>
  rowsFound(block, plan, new Yielder(), () => {});

const rowsIn = async (block: Block, plan: Plan): Promise<number[]> => [
  ...rowsOfBits((await found(block, plan))?.sure ?? new Uint32Array()),
];

test('a repeated query does not read the block of the inverted index again', async () => {
  const { block, reads } = await countedBlock(1_000_000);
  const words = ['even1', 'rare7'].map((word) => Buffer.from(word));
  const phrase: Plan = { kind: 'phrase', words, field: message, slop: 0 };
  const positive = range({ value: 0, inclusive: true });
  const every = (step: number, rest: number): number[] =>
    Array.from({ length: block.rows }, (_, row) => row).filter((row) => row % step === rest);
  const plans: [Plan, number[]][] = [
    [key('even0'), every(2, 0)],
    [key('rare7'), every(1000, 7)],
    [key('nowhere'), []],
    [phrase, every(1000, 7)],
    [positive, every(1, 0).filter((row) => row % 7 > 3)],
  ];
  for (const [plan, rows] of plans) {
    assert.deepEqual(await rowsIn(block, plan), rows, plan.kind);
    const before = reads();
    assert.deepEqual(await rowsIn(block, { ...plan }), rows, `the repeated query ${plan.kind} has the same result`);
    assert.equal(reads(), before, plan.kind);
  }
  // Expensive results are cached even if they are a part of another query.
  const before = reads();
  await found(block, { kind: 'not', part: { kind: 'any', parts: [phrase, positive] } });
  assert.equal(reads(), before);
});

test('results of the latest queries are cached within a memory limit', async () => {
  const { block, reads, bytes } = await countedBlock(5000);
  for (let word = 0; word < 100; word += 1) {
    await found(block, key(`rare${word}`));
    const before = reads();
    await found(block, key('even0'));
    if (word > 0) assert.equal(reads(), before, 'a frequent query stays in the cache');
    assert.ok(bytes() > 0 && bytes() <= 5000, `the cache has ${bytes()} bytes`);
  }
  const before = reads();
  await found(block, key('rare0'));
  assert.ok(reads() > before, 'an old query is evicted from the cache');
});

test('the inverted index includes or excludes the ends of a range as the query specifies', async () => {
  const { block } = await countedBlock(1);
  for (const lower of [undefined, -4, -3.5, -3, 0, 0.5, 2.5, 3])
    for (const upper of [undefined, -4, -3.5, -3, 0, 0.5, 2.5, 3])
      for (const inclusive of [true, false])
        for (const other of [true, false]) {
          const from = lower === undefined ? undefined : { value: lower, inclusive };
          const to = upper === undefined ? undefined : { value: upper, inclusive: other };
          const isWithin = (value: number): boolean =>
            (!from || (inclusive ? value >= from.value : value > from.value)) &&
            (!to || (other ? value <= to.value : value < to.value));
          const expected = Array.from({ length: block.rows }, (_, row) => row).filter((row) =>
            isWithin((row % 7) - 3.5),
          );
          assert.deepEqual(await rowsIn(block, range(from, to)), expected, JSON.stringify([from, to]));
        }
});

test('the inverted index evaluates a pattern again that was once too expensive', async () => {
  const { block } = await countedBlock(1_000_000);
  let isCostly = true;
  const plan: Plan = {
    kind: 'walk',
    id: 'exact rare7',
    prefix: Buffer.alloc(0),
    fields: new Set([message]),
    test: () => (bytes, length) => {
      if (isCostly) throw new TooCostlyError('It costs too much');
      return Buffer.from(bytes.subarray(0, length)).toString() === 'rare7';
    },
  };
  const part: Plan = { kind: 'all', parts: [plan, key('even1')] };
  assert.equal([...rowsOfBits((await found(block, part))?.maybe ?? new Uint32Array())].length, block.rows / 2);
  isCostly = false;
  assert.deepEqual(await rowsIn(block, { ...plan }), [7, 1007, 2007]);
  assert.deepEqual(await rowsIn(block, { ...part }), [7, 1007, 2007]);
});

/** Counts the units of work within one turn of the event loop. */
class Turns {
  most = 0;
  #now = 0;
  #isOver = false;

  constructor() {
    const turn = (): void => {
      this.#now = 0;
      if (!this.#isOver) setImmediate(turn);
    };
    turn();
  }

  /** Blocks the thread for some milliseconds and counts one unit of work. */
  work(milliseconds: number): void {
    for (const begun = performance.now(); performance.now() - begun < milliseconds;);
    this.#now += 1;
    this.most = Math.max(this.most, this.#now);
  }

  end(): void {
    this.#isOver = true;
  }
}

test('counting cached columns of many fields does not block the event loop', async (context) => {
  const turns = new Turns();
  context.after(() => turns.end());
  const column = (): Promise<unknown> => {
    turns.work(3);
    return Promise.resolve({ values: ['one'], places: () => Promise.resolve(undefined) });
  };
  const blocks = Array.from({ length: 8 }, () => ({ block: { rows: 32, column }, bits: fullBits(32), count: 32 }));
  const fields = Array.from({ length: 10 }, (_, at): CountedField => ({ type: 'text', numberIn: () => at }));
  const counts = await countValues([untyped({ index: {}, blocks })], undefined, fields, [], () => {}, undefined);
  assert.deepEqual(
    counts?.fields.map(({ counts: own }) => [...own]),
    fields.map(() => [0, 256]),
  );
  assert.ok(turns.most < 10, `${turns.most} columns were read in one turn`);
});

test('reading many cached messages does not block the event loop', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), limits);
  await load(store, numbered(1, 150));
  await covered(store);
  const turns = new Turns();
  context.after(() => turns.end());
  const slow = (index: StoredIndex): StoredIndex['fields'] =>
    new Proxy(index.fields, {
      get: (target, name) => {
        if (name === 'values') turns.work(1);
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      },
    });
  const [engine] = engines(
    context,
    withIndices(store, (index) => ({ ...index, fields: slow(index) })),
  );
  assert.ok(engine);
  for (const time of ['first', 'second']) {
    const { messages } = (await run(engine, 'text*', allTime, [page('DESC', 0, 150)], admin)) as { messages?: [] };
    assert.equal(messages?.length, 150, time);
  }
  assert.ok(turns.most > 0 && turns.most < 50, `${turns.most} messages were read in one turn`);
});
