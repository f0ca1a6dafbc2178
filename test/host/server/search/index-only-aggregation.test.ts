/** Pivots that are computed from the inverted index equal pivots that are computed from the messages. */
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PivotGroup, PivotRow, PivotSeries, SearchType } from '../../../../api/contract/searches.js';
import { createSearchEngine } from '../../../../host/server/search/index.js';
import type { MessageStore } from '../../../../host/server/store/types.js';
import { encodeBlock } from '../../../../host/server/store/inverted-index/format.js';
import { amountOf } from '../../../amounts.js';
import { blocksOfFile } from '../store/blocks-of-file.js';
import { message, open, temporaryDirectory, withMethods } from '../store/opened-store.js';
import { admin, allTime, defaultStream, quietLog } from './fixture.js';
import {
  assertSame,
  countsBy,
  covered,
  engines,
  fill,
  messagesOf,
  run,
  scanning,
  smallBlocks,
  somethingOfAll,
  start,
  withIndices,
} from './words-fixture.js';

/** Wraps a store so that the last block of each index is missing from its inverted index. */
const behind = (store: MessageStore): MessageStore =>
  withIndices(store, (index) => {
    const blocks = index.words?.blocks.slice(0, -1) ?? [];
    const last = blocks.at(-1);
    return { ...index, words: last && index.words && { ...index.words, blocks, covered: last.end } };
  });

const fields = ['user', 'level', 'took', 'ok', 'source', 'widened', 'late', 'part', 'n', 'big', 'gl2_source_input'];
const others = ['message', 'streams', 'timestamp', 'nothing', 'gl2_remote_port'];
const anyField: fc.Arbitrary<string> = fc.constantFrom(...fields, ...fields, ...others);
/** Fields whose sum is exact in any order, because their fractions have few digits. */
const summed: fc.Arbitrary<string> = fc.constantFrom('level', 'n', 'widened', 'part', 'nothing');
const percentile = fc.constantFrom(0, 1, 50, 66.6, 90, 99.9, 100);
const series: fc.Arbitrary<PivotSeries> = fc.oneof(
  fc.constant<PivotSeries>({ type: 'count' }),
  fc.record({ type: fc.constantFrom('count', 'card'), field: anyField }),
  fc.record({ type: fc.constantFrom('sum', 'avg', 'max', 'min'), field: summed }),
  fc.record({ type: fc.constant('percentile'), field: fc.constantFrom('took', 'level', 'n', 'widened'), percentile }),
  fc.record({ type: fc.constant('latest'), field: fc.constantFrom('user', 'n') }),
);
const sort = fc.record({
  type: fc.constantFrom('pivot', 'series'),
  field: fc.constantFrom('count()', 'user', 'level', 'max(n)', 'avg(level)', 'max(widened)', 'min(level)'),
  direction: fc.constantFrom('Ascending' as const, 'Descending' as const),
});
const pivot: fc.Arbitrary<Partial<SearchType>> = fc.record({
  rollup: fc.boolean(),
  row_groups: fc.oneof(
    { weight: 1, arbitrary: fc.constant<PivotGroup[]>([]) },
    {
      weight: 6,
      arbitrary: fc.array(
        fc.record({
          type: fc.constant('values' as const),
          fields: anyField.map((name) => [name]),
          limit: fc.integer({ min: 1, max: 20 }),
          skip_empty_values: fc.boolean(),
        }),
        { minLength: 1, maxLength: 1 },
      ),
    },
  ),
  series: fc.uniqueArray<PivotSeries, string>(series, {
    minLength: 1,
    maxLength: 4,
    selector: (one) => JSON.stringify([one.type, one.field, one.percentile]),
  }),
  sort: fc.array(sort, { maxLength: 2 }),
});
const query = fc.constantFrom(
  ...somethingOfAll,
  'level:>3',
  'level:[0 TO 7] AND error',
  'took:<0.5',
  'took:>=-3.25',
  'widened:{1 TO 500}',
  'NOT n:>200',
  'level:>=0.5',
  'n:[9007199254740993 TO *]',
  'ok:true AND part:1',
  'user:nobody',
);
const ranges = fc.constantFrom(
  allTime,
  ...[3, 20].map((hours) => ({
    type: 'absolute' as const,
    from: new Date(start + 3_600_000 + 1).toISOString(),
    to: new Date(start + hours * 3_600_000).toISOString(),
  })),
);

test(
  'random pivots are equal with the inverted index, with a part of it and without it',
  { timeout: 300_000 },
  async (context) => {
    const { store } = await open(context, await temporaryDirectory(context), smallBlocks);
    await fill(store, messagesOf(700, 1));
    await store.cycle();
    await fill(store, messagesOf(900, 3));
    await covered(store);
    const one = { ...admin, username: 'one', readableStreams: [defaultStream] };
    const made = [scanning(store), store, behind(store)].map((each) =>
      createSearchEngine({ store: each, log: quietLog, now: () => start + 40 * 3_600_000 }),
    );
    for (const engine of made) context.after(() => engine.close());
    const callers = fc.constantFrom(admin, one);
    await fc.assert(
      fc.asyncProperty(pivot, query, ranges, callers, async (definition, text, timerange, who) => {
        const type: SearchType = { ...definition, id: 'figures', type: 'pivot' };
        const [expected, ...answers] = await Promise.all(
          made.map((engine) => run(engine, text, timerange, [type], who)),
        );
        for (const answer of answers) assert.deepEqual(answer, expected);
      }),
      { numRuns: amountOf('PIVOT_RUNS', { usual: 40, full: 200 }), seed: 5 },
    );
  },
);

test('index-only results need no SQL statement', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), smallBlocks);
  await fill(store, messagesOf(700, 1));
  await covered(store);
  let statements = 0;
  const counting = withMethods(store, {
    query: (...given) => {
      statements += 1;
      return store.query(...given);
    },
    stream: (...given) => {
      statements += 1;
      return store.stream(...given);
    },
  });
  const engine = createSearchEngine({ store: counting, log: quietLog, now: () => start + 40 * 3_600_000 });
  context.after(() => engine.close());
  const figures = (fieldName: string, wanted: readonly PivotSeries[]): SearchType => ({
    id: 'figures',
    type: 'pivot',
    rollup: true,
    row_groups: [{ type: 'values', fields: [fieldName], limit: 5 }],
    series: [...wanted],
  });
  const latest: PivotSeries = { type: 'latest', field: 'user' };
  const all: readonly PivotSeries[] = [
    { type: 'count' },
    { type: 'avg', field: 'level' },
    { type: 'percentile', field: 'part', percentile: 95 },
    { type: 'card', field: 'part' },
  ];
  for (const [text, type] of [
    ['', figures('level', [{ type: 'count' }])],
    ['level:3 OR user:error', figures('level', all)],
    ['level:>=3', figures('ok', all)],
  ] as const) {
    const answer = (await run(engine, text, allTime, [type], admin)) as { errors: unknown; figures: [unknown, number] };
    assert.equal(answer.errors, undefined);
    assert.ok(answer.figures[1] > 0, text);
    assert.equal(statements, 0, text);
  }
  const { errors } = (await run(engine, 'level:3', allTime, [figures('level', [latest])], admin)) as {
    errors: unknown;
  };
  assert.equal(errors, undefined);
  assert.ok(statements > 0);
});

/** Rewrites the blocks of an inverted index file without values and uncompressed, as an earlier version wrote them. */
async function withoutColumns(path: string): Promise<void> {
  const blocks = blocksOfFile(await readFile(path)).map(({ head, body }) => {
    const starts = head.starts.slice(0, -1);
    return encodeBlock({ ...head, starts }, body.subarray(0, starts.at(-1)));
  });
  await writeFile(path, Buffer.concat(blocks));
}

test('groups whose metric has no value are sorted last in both directions', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), smallBlocks);
  await fill(store, messagesOf(300, 1));
  await covered(store);
  const [looking, scan] = engines(context, store);
  assert.ok(looking && scan);
  for (const direction of ['Ascending', 'Descending'] as const) {
    const type: SearchType = {
      id: 'figures',
      type: 'pivot',
      row_groups: [{ type: 'values', fields: ['n'], limit: 400 }],
      series: [{ type: 'avg', field: 'level' }],
      sort: [{ type: 'series', field: 'avg(level)', direction }],
    };
    const ask = (engine: typeof looking): Promise<unknown> => run(engine, '_exists_:n', allTime, [type], admin);
    const answer = await ask(looking);
    assert.deepEqual(answer, await ask(scan));
    const { figures } = answer as { figures: [PivotRow[]] };
    const found = figures[0].map(({ values }) => values[0]?.value);
    assert.ok(found.includes(null) && found[0] !== null && found.at(-1) === null);
  }
});

test('the server searches blocks of an earlier version, which hold no values, by scan', async (context) => {
  const directory = await temporaryDirectory(context);
  const before = await open(context, directory, smallBlocks);
  await fill(before.store, messagesOf(700, 1));
  await covered(before.store);
  await before.close();
  const path = join(directory, 'indices', 'messages_0.words');
  await withoutColumns(path);
  const { size } = await stat(path);
  const { store } = await open(context, directory, smallBlocks);
  await covered(store);
  assert.equal((await stat(path)).size, size);
  const [block] = store.indices()[0]?.words?.blocks ?? [];
  assert.equal(await block?.column(64), undefined);
  await assertSame(context, store, 'of an earlier version');
  // Further rows make the builder replace the unfinished block.
  await fill(store, messagesOf(500, 4));
  await covered(store);
  await assertSame(context, store, 'and of this one');
  assert.ok(await store.indices()[0]?.words?.blocks.at(-1)?.column(64));
});

test('an aggregation returns sources in their original spelling', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), smallBlocks);
  const from = async (names: readonly string[]): Promise<void> => {
    await store.append(names.map((source, n) => ({ ...message(`word${n % 7}`, { n, level: n % 3 }, start), source })));
    await store.settled();
    await covered(store);
  };
  const [looking, scan] = engines(context, store);
  assert.ok(looking && scan);
  const type = countsBy('source');
  await from(['web-1', 'web-2', 'web-1']);
  const stream = context.mock.method(store, 'stream');
  const answer = (await run(looking, '', allTime, [type], admin)) as { figures: [unknown, number] };
  assert.equal(answer.figures[1], 3);
  assert.equal(stream.mock.callCount(), 0);
  assert.deepEqual(answer, await run(scan, '', allTime, [type], admin));
  await from(['Web-1', 'WEB-1', 'web-1', 'web-1']);
  assert.deepEqual(await run(looking, '', allTime, [type], admin), await run(scan, '', allTime, [type], admin));
});

test('large index-only results yield to other work', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), { wordBlockRows: 4000, wordsFrom: 1 });
  const fields = (n: number): Record<string, number> => ({ group: n % 900, value: (n * 7) % 2000 });
  await store.append(Array.from({ length: 4000 }, (_, n) => message('word', fields(n), start + n)));
  await store.settled();
  await covered(store);
  const [looking] = engines(context, store);
  assert.ok(looking);
  const type: SearchType = {
    id: 'figures',
    type: 'pivot',
    rollup: true,
    row_groups: [{ type: 'values', fields: ['group'], limit: 900 }],
    series: Array.from({ length: 90 }, (_, percentile) => ({ type: 'percentile', field: 'value', percentile })),
  };
  let [longest, before, isOver] = [0, performance.now(), false];
  const begun = before;
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const { errors } = (await run(looking, '', allTime, [type], admin)) as { errors: unknown };
  isOver = true;
  assert.equal(errors, undefined);
  longest = Math.max(longest, performance.now() - before);
  const whole = performance.now() - begun;
  assert.ok(longest < whole / 3, `the event loop was blocked for ${longest} of ${whole} ms`);
});
