import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessagesResult, PivotResult, SearchType } from '../../../../api/contract/searches.js';
import { MissingStreamPermissionError } from '../../../../host/server/foundation/errors.js';
import {
  completeSearch,
  TimeRangeError,
  type CompleteSearch,
  type SearchCaller,
} from '../../../../host/server/search/index.js';
import { readPage } from '../../../../host/server/search/message-rows.js';
import type { MessageReader } from '../../../../host/server/store/types.js';
import { instantOfId } from '../../../../host/server/store/message-id.js';
import { admin, allTime, defaultStream, openSearch, otherStream, resultOf, type Draft } from './fixture.js';

const drafts: Draft[] = Array.from({ length: 20 }, (_, n) => ({
  at: new Date(Date.parse('2024-03-01T10:00:00Z') + n * 1000).toISOString(),
  message: `message ${n} ${n % 2 ? 'odd' : 'even'}`,
  fields: { n, ...(n % 3 === 0 && { third: n }) },
  streams: n < 5 ? [defaultStream, otherStream] : [defaultStream],
}));

const ofQuery = (query: object, searchTypes: SearchType[], more: object = {}): CompleteSearch =>
  completeSearch({ queries: [{ id: 'q', timerange: allTime, search_types: searchTypes, ...query }], ...more });
const asc: SearchType = { id: 's', type: 'messages', limit: 100, sort: [{ field: 'timestamp', order: 'ASC' }] };
const numbersOf = (result: MessagesResult): unknown[] => result.messages.map(({ message }) => message['n']);

test('the search type messages returns pages', async (context) => {
  const fixture = await openSearch(context);
  await fixture.fill(drafts.slice(0, 10));
  await fixture.store.cycle();
  await fixture.fill(drafts.slice(10));
  const page = async (
    searchType: Omit<Partial<SearchType>, 'query' | 'timerange'>,
    query = '',
  ): Promise<MessagesResult> => fixture.messages(query, searchType);

  await context.test('messages are returned newest first with offset, limit and the exact total', async () => {
    const result = await page({ limit: 3, offset: 9 });
    assert.deepEqual(numbersOf(result), [10, 9, 8]);
    assert.equal(result.total_results, 20);
    assert.deepEqual(numbersOf(await page({ limit: 3, offset: 19 })), [0]);
    assert.deepEqual(numbersOf(await page({ limit: 0 })), []);
  });

  await context.test('messages with the same timestamp are sorted by their order of arrival', async () => {
    await fixture.fill([20, 21, 22].map((n) => ({ at: '2024-03-01T11:00:00Z', message: 'same', fields: { n } })));
    assert.deepEqual(numbersOf(await page({ sort: [{ field: 'timestamp', order: 'DESC' }] }, 'same')), [22, 21, 20]);
    assert.deepEqual(numbersOf(await page({ sort: [{ field: 'timestamp', order: 'ASC' }] }, 'same')), [20, 21, 22]);
  });

  await context.test('missing values of other fields are sorted last in both directions', async () => {
    const third = await page(
      {
        sort: [
          { field: 'third', order: 'DESC' },
          { field: 'n', order: 'ASC' },
        ],
        limit: 9,
      },
      'message',
    );
    assert.deepEqual(numbersOf(third), [18, 15, 12, 9, 6, 3, 0, 1, 2]);
    const ascending = await page(
      {
        sort: [
          { field: 'third', order: 'ASC' },
          { field: 'n', order: 'ASC' },
        ],
        limit: 8,
      },
      'message',
    );
    assert.deepEqual(numbersOf(ascending), [0, 3, 6, 9, 12, 15, 18, 1]);
  });

  await context.test('messages contain the requested fields and the mandatory fields', async () => {
    const { messages } = await page({
      fields: ['third', 'nothing'],
      limit: 1,
      sort: [{ field: 'timestamp', order: 'ASC' }],
    });
    assert.deepEqual(Object.keys(messages[0]?.message ?? {}).sort(), ['_id', 'streams', 'third', 'timestamp']);
    const all = (await page({ limit: 1, sort: [{ field: 'timestamp', order: 'ASC' }] })).messages[0];
    assert.equal(all?.message['timestamp'], '2024-03-01T10:00:00.000Z');
    assert.equal(all.message['gl2_message_id'], all.message['_id']);
    assert.equal(all.index, fixture.store.indices()[0]?.name);
    const found = await fixture.engine.message(all.index, String(all.message['_id']), 'admin');
    assert.deepEqual(found?.message, all.message);
    assert.equal(await fixture.engine.message(all.index, 'nothing', 'admin'), undefined);
    assert.equal(await fixture.engine.message('no_index', 'nothing', 'admin'), undefined);
  });

  await context.test('a page beyond the result window fails with its limit', async () => {
    const job = await fixture.run({ type: 'messages', limit: 150, offset: 9900 });
    assert.equal(job.errors?.[0]?.type, 'result_window_limit');
    assert.equal(job.errors[0].result_window_limit, 10_000);
    assert.equal(job.results['q']?.state, 'FAILED');
  });
});

test('a search job is executed', async (context) => {
  const fixture = await openSearch(context);
  await fixture.fill(drafts);
  const { engine } = fixture;
  const numbers = async (search: CompleteSearch, state = {}, caller = admin): Promise<unknown[]> =>
    numbersOf(resultOf<MessagesResult>(await engine.execute(search, state, caller)));
  const filter = (id: string) => ({ type: 'or', filters: [{ type: 'stream', id }] });

  await context.test('a search covers the named streams, or all readable streams, and fails without any', async () => {
    assert.equal((await numbers(ofQuery({}, [asc]))).length, 20);
    assert.deepEqual(await numbers(ofQuery({ filter: filter(otherStream) }, [asc])), [0, 1, 2, 3, 4]);
    assert.deepEqual(await numbers(ofQuery({}, [{ ...asc, streams: [otherStream] }])), [0, 1, 2, 3, 4]);
    const reader: SearchCaller = {
      username: 'reader',
      readableStreams: [otherStream],
      mayReadStream: (id) => id === otherStream,
    };
    assert.deepEqual(await numbers(ofQuery({}, [asc]), {}, reader), [0, 1, 2, 3, 4]);
    const denied = (search: CompleteSearch, caller: SearchCaller) =>
      assert.rejects(engine.execute(search, {}, caller), MissingStreamPermissionError);
    await denied(ofQuery({ filter: filter(defaultStream) }, [asc]), reader);
    await denied(ofQuery({}, [{ ...asc, streams: [defaultStream] }]), reader);
    await denied(ofQuery({}, [asc]), { ...reader, readableStreams: [] });
  });

  await context.test('queries and filters are combined with AND', async () => {
    const query = { query: { type: 'elasticsearch' as const, query_string: 'even' } };
    assert.deepEqual(
      await numbers(ofQuery(query, [{ ...asc, query: { type: 'elasticsearch', query_string: 'n:<5' } }])),
      [0, 2, 4],
    );
    assert.deepEqual(
      await numbers(ofQuery(query, [{ ...asc, filter: { type: 'query_string', query: 'n:>15' } }])),
      [16, 18],
    );
    const inline = (queryString: string, more = {}) => ({ type: 'inlineQueryString', queryString, ...more });
    assert.deepEqual(
      await numbers(
        ofQuery({ ...query, filters: [inline('n:>15', { negation: true }), inline('n:1', { disabled: true })] }, [asc]),
      ),
      [0, 2, 4, 6, 8, 10, 12, 14],
    );
    assert.deepEqual(
      await numbers(
        ofQuery(
          {
            ...query,
            filter: { type: 'and', filters: [filter(defaultStream), { type: 'query_string', query: 'n:4' }] },
          },
          [asc],
        ),
      ),
      [4],
    );
  });

  await context.test('time ranges are half-open, and can be overridden and offset', async () => {
    const timerange = { type: 'absolute', from: '2024-03-01T10:00:10.000Z', to: '2024-03-01T10:00:15.000Z' } as const;
    assert.deepEqual(await numbers(ofQuery({ timerange }, [asc])), [10, 11, 12, 13, 14]);
    assert.deepEqual(await numbers(ofQuery({}, [{ ...asc, timerange }])), [10, 11, 12, 13, 14]);
    const override = { global_override: { timerange, query: { type: 'elasticsearch' as const, query_string: 'odd' } } };
    assert.deepEqual(await numbers(ofQuery({}, [asc]), override), [11, 13]);
    assert.deepEqual(await numbers(ofQuery({}, [asc]), { queries: { q: override.global_override } }), [11, 13]);
    assert.deepEqual(
      await numbers(ofQuery({ timerange }, [{ ...asc, timerange: { type: 'offset', source: 'query' } }])),
      [5, 6, 7, 8, 9],
    );
    assert.deepEqual(
      await numbers(ofQuery({ timerange }, [{ ...asc, timerange: { type: 'offset', source: 'query', offset: '3' } }])),
      [7, 8, 9, 10, 11],
    );
    const chart: SearchType = { id: 'chart', type: 'pivot', timerange, series: [{ type: 'count' }] };
    assert.deepEqual(
      await numbers(
        ofQuery({}, [
          chart,
          { ...asc, timerange: { type: 'offset', source: 'search_type', id: 'chart', offset: '2i' } },
        ]),
      ),
      [0, 1, 2, 3, 4],
    );
    assert.deepEqual(
      await numbers(ofQuery({}, [asc]), { global_override: { search_types: { s: { limit: 2, offset: 3 } } } }),
      [3, 4],
    );
    await assert.rejects(
      engine.execute(ofQuery({ timerange: { type: 'relative' } }, [asc]), {}, admin),
      TimeRangeError,
    );
  });

  await context.test('only the queries and search types that the request keeps are executed', async () => {
    const search = completeSearch({
      queries: ['q', 'r'].map((id) => ({ id, timerange: allTime, search_types: [asc, { ...asc, id: 'other' }] })),
    });
    const job = await engine.execute(
      search,
      { global_override: { keep_queries: ['q'], keep_search_types: ['s'] } },
      admin,
    );
    assert.deepEqual(Object.keys(job.results), ['q']);
    assert.deepEqual(Object.keys(job.results['q']?.search_types ?? {}), ['s']);
    const empty = await engine.execute(ofQuery({}, []), {}, admin);
    assert.deepEqual(empty.results['q']?.search_types, {});
    assert.equal(empty.results['q'].state, 'COMPLETED');
  });

  await context.test('a failing search type does not affect the others', async () => {
    const search = ofQuery({}, [
      asc,
      { id: 'bad', type: 'pivot', series: [{ type: 'avg', field: 'message' }] },
      { id: 'odd', type: 'heat' },
    ]);
    const job = await engine.execute(search, {}, admin);
    assert.deepEqual(
      job.errors?.map(({ search_type_id, type }) => [search_type_id, type]),
      [
        ['bad', 'search_type'],
        ['odd', 'search_type'],
      ],
    );
    assert.match(job.errors[1]?.description ?? '', /Unknown search type 'heat'/);
    assert.deepEqual(job.results['q']?.errors, job.errors);
    assert.equal((job.results['q'].search_types['s'] as MessagesResult).total_results, 20);
    const unparsable = await engine.execute(
      ofQuery({ query: { type: 'elasticsearch', query_string: 'a AND' } }, [asc, { ...asc, id: 't' }]),
      {},
      admin,
    );
    assert.deepEqual(
      unparsable.errors?.map(({ search_type_id }) => search_type_id),
      ['s', 't'],
    );
    assert.match(unparsable.errors[0]?.description ?? '', /Cannot parse query, cause: incomplete query/);
  });

  await context.test(
    'leading wildcards find messages, as the search configuration allows them by default',
    async () => {
      const job = await engine.execute(
        ofQuery({ query: { type: 'elasticsearch', query_string: '*essage' } }, [asc]),
        {},
        admin,
      );
      assert.equal(job.errors?.length ?? 0, 0);
      const result = resultOf<MessagesResult>(job);
      assert.deepEqual(
        numbersOf(result),
        drafts.map((_, n) => n),
      );
    },
  );

  await context.test('parameters are bound, and missing parameters are reported', async () => {
    const parameters = [
      { type: 'value-parameter-v1', name: 'word', default_value: 'odd' },
      { type: 'value-parameter-v1', name: 'limit' },
    ];
    const search = ofQuery({ query: { type: 'elasticsearch', query_string: '$word$ AND n:<$limit$' } }, [asc], {
      parameters,
    });
    assert.deepEqual(await numbers(search, { parameter_bindings: { limit: { type: 'value', value: 4 } } }), [1, 3]);
    const job = await engine.execute(search, {}, admin);
    assert.deepEqual(
      [job.errors?.[0]?.type, job.errors?.[0]?.parameter, job.errors?.[0]?.description],
      ['unbound_parameter', 'limit', 'Unbound required parameter used: limit'],
    );
  });

  await context.test('the effective time range of a query over all time is the range of its pivots', async () => {
    const job = await engine.execute(
      ofQuery({}, [
        { id: 's', type: 'pivot', series: [{ type: 'count' }] },
        { ...asc, id: 'm' },
      ]),
      {},
      admin,
    );
    assert.deepEqual(job.results['q']?.execution_stats.effective_timerange, {
      type: 'absolute',
      from: '2024-03-01T10:00:00.000Z',
      to: '2024-03-01T10:00:19.000Z',
    });
    assert.equal((job.results['q'].search_types['s'] as PivotResult).total, 20);
    assert.equal(
      (job.results['q'].search_types['m'] as MessagesResult).effective_timerange.from,
      '1970-01-01T00:00:00.000Z',
    );
  });

  await context.test('the matches of the query are highlighted', async () => {
    const result = await fixture.messages('message:odd AND "message 3" NOT even', { limit: 5 });
    assert.deepEqual(result.messages[0]?.highlight_ranges, {
      message: [
        { start: 0, length: 7 },
        { start: 8, length: 1 },
        { start: 10, length: 3 },
      ],
    });
    const source = await fixture.messages('source:WEB* AND mess*', { limit: 1 });
    assert.deepEqual(source.messages[0]?.highlight_ranges, {
      message: [{ start: 0, length: 7 }],
      source: [{ start: 0, length: 5 }],
    });
    const inside = await fixture.messages('source:W?B-* AND ME*?GE', { limit: 1 });
    assert.deepEqual(inside.messages[0]?.highlight_ranges, {
      message: [{ start: 0, length: 7 }],
      source: [{ start: 0, length: 5 }],
    });
  });

  await context.test('decorators change the returned messages', async () => {
    const decorators = [
      {
        type: 'org.graylog2.decorators.FormatStringDecorator',
        config: { format_string: 'no. ${n}', target_field: 'message' },
      },
    ];
    const [first] = (await fixture.messages('n:7', { decorators, fields: ['message'] })).messages;
    assert.equal(first?.message['message'], 'no. 7');
    assert.deepEqual(first.decoration_stats?.changed_fields, { message: { before: 'message 7 odd', after: 'no. 7' } });
  });

  await context.test('suggestions return matching values with their counts', async () => {
    const suggest = (field: string, input: string, size = 10) =>
      engine.suggest({ field, input, size, timerange: allTime, streams: [defaultStream], username: 'admin' });
    assert.deepEqual(await suggest('source', 'WE'), {
      field: 'source',
      input: 'WE',
      suggestions: [{ value: 'web-1', occurrence: 20 }],
      sum_other_docs_count: 0,
    });
    const n = await suggest('n', '1', 3);
    assert.deepEqual(
      n.suggestions?.map(({ value }) => value),
      ['1', '10', '11'],
    );
    assert.equal(n.sum_other_docs_count, 8);
    assert.deepEqual((await suggest('source', 'wev-1')).suggestions, [{ value: 'web-1', occurrence: 20 }]);
    const unknown = await suggest('nothing', '');
    assert.deepEqual(Object.keys(unknown).sort(), ['error', 'field', 'input']);
    assert.match(unknown.error?.reason ?? '', /nothing/);
    assert.deepEqual(await suggest('source', 'zzz'), { field: 'source', input: 'zzz' });
    assert.match((await suggest('message', 'm')).error?.reason ?? '', /full text/);
    assert.deepEqual((await suggest('streams', '0000')).suggestions, [{ value: defaultStream, occurrence: 20 }]);
    assert.deepEqual((await suggest('streams', '5e9')).suggestions, [{ value: otherStream, occurrence: 5 }]);
  });

  await context.test('fields have their types and properties', () => {
    const type = (name: string) => engine.fields([defaultStream]).find((field) => field.name === name)?.type;
    assert.deepEqual(type('n'), { type: 'long', properties: ['numeric', 'enumerable'], index_names: [] });
    assert.deepEqual(type('message')?.properties, ['full-text-search']);
    assert.deepEqual(type('source')?.properties, ['full-text-search', 'enumerable']);
    assert.deepEqual(type('timestamp')?.type, 'date');
    assert.equal(type('_id'), undefined);
  });
});

test('a query beyond the time range limit fails the whole job', async (context) => {
  const fixture = await openSearch(context, { queryTimeRangeLimit: () => 'P1D' });
  const week = { type: 'relative', range: 7 * 86_400 } as const;
  const job = await fixture.engine.execute(ofQuery({ timerange: week }, [asc]), {}, admin);
  assert.deepEqual(job.errors, [
    { type: 'query', description: 'Search out of allowed time range limit', query_id: 'q' },
  ]);
  assert.deepEqual([job.results, job.execution], [{}, { done: true, cancelled: false, completed_exceptionally: true }]);
  const own = await fixture.engine.execute(
    ofQuery({ timerange: { type: 'relative', range: 60 } }, [{ ...asc, timerange: week }]),
    {},
    admin,
  );
  assert.deepEqual(
    [own.errors?.[0]?.description, own.errors?.[0]?.search_type_id],
    ["Search type 'messages' out of allowed time range limit", 's'],
  );
});

test('jobs can be polled, cancelled and abandoned', async (context) => {
  const fixture = await openSearch(context);
  await fixture.fill(drafts);
  const { engine } = fixture;
  // A statement of this store ends only when it is aborted.

  let started = 0;
  Object.defineProperty(fixture.store, 'query', {
    value: (_sql: string, _values: unknown, signal?: AbortSignal) => {
      started += 1;
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    },
  });

  const job = await engine.execute(ofQuery({}, [asc]), {}, admin, { waitMs: 10 });
  assert.equal(started, 1);
  assert.deepEqual(job.execution, { done: false, cancelled: false, completed_exceptionally: false });
  assert.equal(engine.status(job.id, 'somebody'), undefined);
  assert.equal(engine.cancel(job.id, 'somebody'), false);
  assert.equal(engine.cancel(job.id, 'admin'), true);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(engine.status(job.id, 'admin')?.execution, {
    done: true,
    cancelled: true,
    completed_exceptionally: false,
  });
  const gone = new AbortController();
  const waiting = engine.execute(ofQuery({}, [asc]), {}, admin, { signal: gone.signal });
  gone.abort();
  assert.equal((await waiting).execution.cancelled, true);
});

test('a message that is loaded while a page is read is left out, because the page does not know its fields', async (context) => {
  const { store, fill, now } = await openSearch(context);
  await fill(drafts.slice(0, 2));
  let late: Draft[] = [{ at: '2024-03-01T12:00:00Z', message: 'late', fields: { fresh: 'yes' } }];
  /** Loads further messages after the search was compiled and before it runs. */
  const load = async (): Promise<void> => {
    const loaded = late;
    late = [];
    if (loaded.length > 0) await fill(loaded);
  };
  const reader: MessageReader = {
    inTurn: (work) => work(),
    indices: () => store.indices(),
    query: async (...statement) => {
      await load();
      return store.query(...statement);
    },
    stream: async function* (...statement) {
      await load();
      yield* store.stream(...statement);
    },
  };
  const match = { range: { from: 0, to: now }, streams: [defaultStream], queries: [], now };
  const uncounted = { taken: 0, take: () => {}, giveBack: () => {}, assertRoom: () => {} };
  const shown = async () =>
    (await readPage(reader, { match, sort: [], offset: 0, limit: 1, fields: [] }, uncounted)).map(({ message }) => [
      message['message'],
      message['fresh'],
    ]);
  const newest = drafts.slice(0, 2).sort((a, b) => (a.at < b.at ? 1 : -1))[0]?.message;
  assert.deepEqual(await shown(), [[newest, undefined]]);
  assert.deepEqual(late, []);
  assert.deepEqual(await shown(), [['late', 'yes']]);
});

test('a message is found by its id, whatever its time; the id of a message after 1970 contains this time', async (context) => {
  const fixture = await openSearch(context);
  const times = [
    '1960-05-06T07:08:09.123Z',
    '1970-01-01T00:00:00.000Z',
    '2024-03-01T10:00:00.999Z',
    '9999-12-31T23:59:58.999Z',
  ];
  await fixture.fill(times.map((at) => ({ at, message: at })));
  const timerange = { type: 'absolute' as const, from: '1950-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.000Z' };
  const { messages } = await fixture.messages('', { timerange });
  assert.equal(messages.length, times.length);
  for (const { index, message } of messages) {
    const id = String(message['_id']);
    assert.deepEqual((await fixture.engine.message(index, id, 'admin'))?.message, message);
    const time = Date.parse(String(message['timestamp']));
    assert.equal(instantOfId(id), Math.max(0, time));
    const other = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    assert.equal(await fixture.engine.message(index, other, 'admin'), undefined);
  }
  for (const id of [
    '',
    'nothing',
    '01m3pwjfb7d23x2fq63svfvp38',
    'ZZZZZZZZZZD23X2FQ63SVFVP38',
    '01M3PWJFB7D23X2FQ63SVFVP3',
  ])
    assert.equal(instantOfId(id), undefined, id);
});
