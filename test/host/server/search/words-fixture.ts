/** Creates stores with an inverted index, and compares searches with and without it. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { MessagesResult, PivotResult, SearchType, TimeRange } from '../../../../api/contract/searches.js';
import { completeSearch, createSearchEngine, type SearchCaller } from '../../../../host/server/search/index.js';
import type { IncomingMessage, MessageStore, StoredIndex } from '../../../../host/server/store/types.js';
import { createRandom } from '../../../bench/seed.js';
import { until } from '../../../until.js';
import { message, open, withMethods, type Opened } from '../store/opened-store.js';
import { admin, allTime, defaultStream, otherStream, quietLog } from './fixture.js';

export const start = Date.parse('2024-03-01T00:00:00Z');
const long = 'x'.repeat(118);
export const words = [
  'word3',
  ...['error', 'Error', 'connection', 'refused', 'conn', 'connected', 'a', 'b', 'é', 'e\u0301', 'GRÖSSE', 'größe'],
  ...[
    '10.0.0.1',
    "it's",
    'a.b.a',
    '_.b',
    'a.',
    '1,000',
    'user_id',
    'ログ',
    '記録',
    'ひらがな',
    'हिन्दी',
    'عربي',
    '한국어',
    'İstanbul',
    '\u212aelvin',
    'ς',
  ],
  ...['𐐀𐐁', '😀', '\0', '\ud800', '%', '_', '*', '500', '7', '0.5', 'true', '2024-03-01', '-', '/', '|'],
  ...[`${long}y`, `${long}yz`, `${long}yzz`, `${long}日本`, `${'日'.repeat(39)}記録`, 'ä'.repeat(70)],
];
/** The first non-ASCII character of this source is beyond the part that the dictionary stores. */
const longSource = `${'Host-'.repeat(25)}Ä`;
export const sources = ['Web-1', 'web-1', 'WEB-2', '\u212a8s', 'k8s', 'ÄÖ', 'äö', '', 'error', longSource];
export const values = [
  'error',
  'Error',
  '',
  'a b',
  'é',
  'a%b_c',
  'al*ce',
  '10.0.0.1',
  '10.1.2.3',
  `${long}yz`,
  `${long}yzz`,
  '\0',
  '500',
  'größe',
  '2001:db8::1',
];

const pickFrom =
  (random: () => number) =>
  <T>(list: readonly T[]): T =>
    list[Math.floor(random() * list.length)] as T;

export function messagesOf(count: number, seed: number): IncomingMessage[] {
  const random = createRandom(seed);
  const pick = pickFrom(random);
  return Array.from({ length: count }, (_, n) => {
    const far = random();
    const timestamp =
      far < 0.02
        ? -5_000_000_000 - n
        : far < 0.04
          ? start + 20 * 365 * 86_400_000
          : start + Math.floor(random() * 50) * 3_600_000 + (n % 3);
    // For rows with too many words the index stores only that they may match any query.
    const filler = random() < 0.004 ? ` ${'w'.repeat(200)}`.repeat(350) : '';
    const text = Array.from({ length: Math.floor(random() * 9) }, () => pick(words)).join(random() < 0.8 ? ' ' : '-');
    return {
      timestamp,
      source: pick(sources),
      message: text + filler,
      ...(random() < 0.3 && { fullMessage: `${text} ${pick(words)} connection refused` }),
      fields: {
        n,
        ...(random() < 0.6 && { level: pick([0, 3, 500, -1, 7]) }),
        ...(random() < 0.5 && { took: pick([0.5, -0, 7, 1e21, 500, -3.25]) }),
        ...(random() < 0.3 && { ok: random() < 0.5 }),
        ...(random() < 0.6 && { user: pick(values) }),
        ...(random() < 0.1 && { big: 9007199254740993n + BigInt(n % 2) }),
        ...(n > count / 2 && random() < 0.3 && { late: pick(values), widened: n % 5 === 0 ? 0.5 : 500 }),
        ...(n < count / 4 && { widened: pick([1, 500]) }),
      },
      streams: pick([[defaultStream], [otherStream], [defaultStream, otherStream]]),
      inputId: 'input-1',
      receivedAt: start,
    };
  });
}

/** Returns the store without an inverted index, so that every search scans. */
export const scanning = (store: MessageStore): MessageStore =>
  withIndices(store, (index) => ({ ...index, words: undefined }));

/** Returns the store with changed indices. */
export const withIndices = (store: MessageStore, change: (index: StoredIndex) => StoredIndex): MessageStore =>
  withMethods(store, { indices: () => store.indices().map(change) });

export async function covered(store: MessageStore): Promise<void> {
  await until(
    'all rows can be looked up',
    () => store.indices().every(({ messages, words: known }) => messages === (known?.covered ?? 0)),
    240_000,
  );
}

/** Pivot with statistics of the matches by values and by time. */
export const figures: SearchType = {
  id: 'figures',
  type: 'pivot',
  rollup: true,
  row_groups: [{ type: 'values', fields: ['user'], limit: 4 }],
  column_groups: [{ type: 'time', fields: ['timestamp'], interval: { type: 'timeunit', timeunit: '1y' } }],
  series: [
    { id: 'count', type: 'count' },
    { id: 'card', type: 'card', field: 'n' },
    { id: 'p95', type: 'percentile', field: 'took', percentile: 95 },
    { id: 'max', type: 'max', field: 'n' },
    { id: 'latest', type: 'latest', field: 'streams' },
  ],
};

/** Returns a search type that can be answered from the inverted index without reading messages. */
export const countsBy = (field: string): SearchType => ({
  id: 'figures',
  type: 'pivot',
  rollup: true,
  row_groups: [{ type: 'values', fields: [field], limit: 4 }],
  series: [
    { id: 'count', type: 'count' },
    { id: 'avg', type: 'avg', field: 'n' },
    { id: 'p95', type: 'percentile', field: 'n', percentile: 95 },
    { id: 'card', type: 'card', field: 'n' },
  ],
});

/** Returns a histogram with an interval that is coarse enough for all time. */
export const histogramBy = (timeunit: string): SearchType => ({
  id: 'histogram',
  type: 'pivot',
  rollup: true,
  row_groups: [{ type: 'time', fields: ['timestamp'], interval: { type: 'timeunit', timeunit } }],
  series: [{ id: 'count()', type: 'count' }],
});
export const histogram = histogramBy('1M');

export function page(order: 'ASC' | 'DESC', offset: number, limit: number): SearchType {
  // A page of complete messages is cached, a page with selected fields is not.
  const fields = limit === 5 ? ['n'] : [];
  return { id: 'page', type: 'messages', offset, limit, fields, sort: [{ field: 'timestamp', order }] };
}

/** Page sorted by the values of a field; messages with equal values are sorted by time. */
const sortedByValue: SearchType = {
  ...page('DESC', 0, 40),
  sort: [
    { field: 'n', order: 'ASC' },
    { field: 'timestamp', order: 'DESC' },
  ],
};

export async function run(
  engine: ReturnType<typeof createSearchEngine>,
  query: string,
  timerange: TimeRange,
  searchTypes: readonly SearchType[],
  caller: SearchCaller,
): Promise<unknown> {
  const search = completeSearch({
    queries: [
      { id: 'q', timerange, query: { type: 'elasticsearch', query_string: query }, search_types: [...searchTypes] },
    ],
  });
  const job = await engine.execute(search, {}, caller);
  const types = job.results['q']?.search_types ?? {};
  const { messages, total_results } = (types['page'] ?? {}) as Partial<MessagesResult>;
  const { rows, total, effective_timerange } = (types['histogram'] ?? {}) as Partial<PivotResult>;
  const figured = types['figures'] as PivotResult | undefined;
  const errors = job.errors?.map(({ description }) => description);
  return {
    total_results,
    messages: messages?.map(({ message: one }) => one),
    rows,
    total,
    effective_timerange,
    figures: figured && [figured.rows, figured.total, figured.effective_timerange],
    errors,
  };
}

/** Messages that form several chunks in the database if they are loaded in one batch. */
const small = Array.from(
  { length: 1400 },
  (_, n) => ({ ...messagesOf(1, n + 10)[0], message: `word${n % 7}` }) as IncomingMessage,
);

export async function fill(store: MessageStore, messages: readonly IncomingMessage[]): Promise<void> {
  for (let from = 0; from < messages.length; from += 300) {
    await store.append(messages.slice(from, from + 300));
    await store.settled();
  }
  // The messages are appended concurrently, as under load.
  await Promise.all([1, 2, 3].map((part) => store.append(small.map((one) => ({ ...one, fields: { part } })))));
  await store.settled();
}

export const smallBlocks = { wordBlockRows: 1000, wordsFrom: 1 };

/** Fills a store with two sealed indices, and one that is written to with complete blocks and an unfinished one. */
export async function filled(context: TestContext, directory: string): Promise<Opened> {
  const opened = await open(context, directory, smallBlocks);
  const { store } = opened;
  await fill(store, messagesOf(700, 1));
  await store.cycle();
  await fill(store, messagesOf(400, 2));
  await store.cycle();
  await fill(store, messagesOf(530, 3));
  await covered(store);
  return opened;
}

export function engines(context: TestContext, store: MessageStore): ReturnType<typeof createSearchEngine>[] {
  const settings = { allowLeadingWildcard: true };
  const made = [store, scanning(store)].map((one) =>
    createSearchEngine({ store: one, log: quietLog, settings, now: () => start + 40 * 3_600_000 }),
  );
  for (const engine of made) context.after(() => engine.close());
  return made;
}

export const somethingOfAll = [
  'word3',
  '',
  'error',
  'user:error',
  '"connection refused"',
  'conn*',
  'NOT error',
  'größe AND level:3',
  '_exists_:late',
  'late:500',
];

/**
 * Asserts that searches with the inverted index find the same as a scan.
 * @param scanned results of scans by query. The first call fills it, and later calls then need no scans. Only calls
 * that search the same messages may share it.
 */
export async function assertSame(
  context: TestContext,
  store: MessageStore,
  what: string,
  scanned = new Map<string, readonly unknown[]>(),
): Promise<void> {
  const [looking, scan] = engines(context, store);
  assert.ok(looking && scan);
  const types = [histogram, page('DESC', 0, 40), countsBy('level')];
  for (const text of somethingOfAll) {
    const answers: readonly unknown[] = scanned.get(text) ?? [
      await run(scan, text, allTime, types, admin),
      await run(scan, text, allTime, [sortedByValue], admin),
    ];
    scanned.set(text, answers);
    const [found, sorted]: readonly unknown[] = answers;
    assert.deepEqual(
      await run(looking, text, allTime, types, admin),
      found,
      `${text} finds the same as a scan, ${what}`,
    );
    assert.deepEqual(
      await run(looking, text, allTime, [sortedByValue], admin),
      sorted,
      `${text} sorts the same as a scan, ${what}`,
    );
  }
}

/** Store limits with short pauses, so that tests do not wait long for the inverted index. */
export const limits = { wordBlockRows: 100, wordsFrom: 1, wordsRestMs: 50 };
const one = { ...admin, username: 'one', readableStreams: [defaultStream] };

/** Returns messages that are alternately in the default stream and the other stream. */
export const numbered = (first: number, count: number): IncomingMessage[] =>
  Array.from({ length: count }, (_, at) => {
    const n = first + at;
    const streams = [n % 2 === 0 ? otherStream : defaultStream];
    return { ...message(`word${n % 7} text${n}`, { n }, Date.UTC(2024, 2, 1) + n * 1000), streams };
  });

/** Queries that match some of the messages. */
export const texts = ['', 'word3', 'NOT word3', 'text*', '"word1 text1"', 'n:[1 TO 300]'];

export async function load(store: MessageStore, messages: readonly IncomingMessage[]): Promise<void> {
  await store.append(messages);
  await store.settled();
}

export async function assertSameFor(
  context: TestContext,
  store: MessageStore,
  queries: readonly string[],
): Promise<void> {
  const [looking, scan] = engines(context, store);
  assert.ok(looking && scan);
  for (const text of queries)
    for (const who of [admin, one]) {
      const types = [histogram, page('DESC', 0, 150), countsBy('n')];
      const expected = await run(scan, text, allTime, types, who);
      assert.deepEqual(
        await run(looking, text, allTime, types, who),
        expected,
        `${text} finds the same as a scan for ${who.username}`,
      );
      assert.ok(Number((expected as { total?: number }).total) > 0, `${text} finds at least one message`);
    }
}
