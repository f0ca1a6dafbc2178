/** Tests fields that are computed while a search runs: columns, filters, charts, and limits for hostile definitions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessagesResult, PivotResult, SearchType } from '../../../../api/contract/searches.js';
import { BadRequestError } from '../../../../host/server/foundation/errors.js';
import { readComputedFields } from '../../../../host/server/search/computed-fields.js';
import { completeSearch } from '../../../../host/server/search/index.js';
import { groupNames, onlyGroup } from '../../../../host/server/search/only-group.js';
import { admin, allTime, defaultStream, openSearch, resultOf } from './fixture.js';

const texts = [
  'GET /cart took 120 ms user="ada lovelace" {',
  'POST /cart took 80.5 ms user=bob',
  '{"user":{"name":"eve","tags":["x","y\'s"]},"took":7}',
  'nothing of it',
];

test('computed fields are columns, filters, sort keys and groups, in sealed and open indices', async (context) => {
  const fixture = await openSearch(context);
  const draft = (message: string, at: number) => ({ at: `2024-03-01T10:00:0${at}Z`, message, fields: { n: at } });
  await fixture.fill(texts.slice(0, 2).map(draft));
  await fixture.store.cycle();
  await fixture.fill(texts.slice(2).map((text, at) => draft(text, at + 2)));
  const computed = {
    verb: '{"kind":"regex","source":"message","pattern":"^(?<verb>[A-Z]+) (?<path>\\\\S+)","capture":"verb"}',
    path: '{"kind":"regex","source":"message","pattern":"^(?<verb>[A-Z]+) (?<path>\\\\S+)","capture":"path"}',
    took: '{"kind":"regex","source":"message","pattern":"took (\\\\S+) ms$|took (?:x)|took ([0-9.]+)","number":true}',
    took2: '{"kind":"regex","source":"message","pattern":"took ([0-9.]+)","number":true}',
    who: '{"kind":"key_value","source":"message","pattern":"user"}',
    name: '{"kind":"json","source":"message","pattern":"user.name"}',
    tag: '{"kind":"json","source":"message","pattern":"user.tags[1]"}',
    n: '{"kind":"regex","source":"message","pattern":"(.)"}',
    none: '{"kind":"regex","source":"no_such_field","pattern":"(.)"}',
  };
  const run = async <T>(query: string, searchType: Partial<SearchType> & { type: string }): Promise<T> => {
    const search = completeSearch({
      queries: [
        {
          id: 'q',
          timerange: allTime,
          query: { type: 'elasticsearch', query_string: query },
          search_types: [{ id: 's', ...searchType }],
        },
      ],
    });
    return resultOf<T>(
      await fixture.engine.execute(search, { additional_parameters: { computed_fields: computed } }, admin),
    );
  };
  const found = async (query: string, field = 'n', sort = 'timestamp') => {
    const { messages } = await run<MessagesResult>(query, {
      type: 'messages',
      sort: [{ field: sort, order: 'ASC' }],
    });
    return messages.map(({ message }) => message[field] ?? null);
  };

  await context.test('computed fields are columns, and stored fields of the same name stay', async () => {
    assert.deepEqual(await found('', 'verb'), ['GET', 'POST', null, null]);
    assert.deepEqual(await found('', 'path'), ['/cart', '/cart', null, null]);
    assert.deepEqual(await found('', 'took2'), [120, 80.5, null, null]);
    assert.deepEqual(await found('', 'who'), ['ada lovelace', 'bob', null, null]);
    assert.deepEqual(await found('', 'name'), [null, null, 'eve', null]);
    assert.deepEqual(await found('', 'tag'), [null, null, "y's", null]);
    assert.deepEqual(await found('', 'n'), [0, 1, 2, 3]);
    assert.deepEqual(await found('', 'none'), [null, null, null, null]);
  });

  await context.test('computed fields are filters and sort keys', async () => {
    const cases: readonly (readonly [query: string, found: readonly number[]])[] = [
      ['verb:GET', [0]],
      ['verb:get', []],
      ['verb:P*', [1]],
      ['who:"ada lovelace"', [0]],
      ['took2:[100 TO *]', [0]],
      ['took2:<100', [1]],
      ['_exists_:verb', [0, 1]],
      ['NOT _exists_:verb', [2, 3]],
      ['name:eve AND NOT verb:GET', [2]],
      ['cart AND who:bob', [1]],
      ['none:x', []],
    ];
    for (const [query, expected] of cases) assert.deepEqual(await found(query), expected, query);
    assert.deepEqual(await found('_exists_:took2', 'n', 'took2'), [1, 0]);
  });

  await context.test('computed fields are groups and metrics', async () => {
    const result = await run<PivotResult>('_exists_:verb', {
      type: 'pivot',
      row_groups: [{ type: 'values', fields: ['verb'], limit: 10 }],
      column_groups: [],
      series: [
        { type: 'count', id: 'count()' },
        { type: 'avg', field: 'took2', id: 'avg(took2)' },
      ],
      rollup: true,
    } as Partial<SearchType> & { type: string });
    const rows = result.rows.map(({ key, values }) => [...key, ...values.map(({ value }) => value)]);
    assert.deepEqual(
      rows.sort(),
      [
        [2, 100.25],
        ['GET', 1, 120],
        ['POST', 1, 80.5],
      ].sort(),
    );
    assert.equal(result.total, 2);
  });

  await context.test('computed fields are used in suggestions, patterns and differences', async () => {
    const { signal } = new AbortController();
    const suggested = await fixture.engine.suggest(
      {
        field: 'verb',
        input: 'P',
        size: 10,
        timerange: allTime,
        streams: [defaultStream],
        username: 'admin',
        computed,
      },
      signal,
    );
    assert.deepEqual(suggested.suggestions, [{ value: 'POST', occurrence: 1 }]);
    const search = completeSearch({
      queries: [
        {
          id: 'q',
          timerange: allTime,
          query: { type: 'elasticsearch', query_string: '_exists_:verb' },
          search_types: [{ id: 's', type: 'messages' }],
        },
      ],
    });
    const source = { search, state: { additional_parameters: { computed_fields: computed } }, caller: admin };
    assert.equal((await fixture.engine.patterns(source, signal)).total_results, 2);
    const { selected, rest } = await fixture.engine.differences(source, { query: 'verb:GET' }, signal);
    assert.deepEqual({ selected, rest }, { selected: 1, rest: 1 });
  });

  await context.test('computed fields have no effect on the filter of a guest', async () => {
    const guest = { ...admin, restriction: { filter: 'tenant:a', events: false } };
    const tenant = '{"kind":"regex","source":"message","pattern":"(a)"}';
    const definitions = { tenant, te: tenant };
    const of = (query_string: string) =>
      completeSearch({
        queries: [
          {
            id: 'q',
            timerange: allTime,
            query: { type: 'elasticsearch', query_string },
            search_types: [{ id: 's', type: 'messages' }],
          },
        ],
      });
    const state = { additional_parameters: { computed_fields: definitions } };
    const total = async (caller: typeof admin): Promise<number> =>
      resultOf<MessagesResult>(await fixture.engine.execute(of('tenant:a'), state, caller)).total_results;
    assert.equal(await total(admin), 3);
    assert.equal(await total(guest), 0);
    const suggested = await fixture.engine.suggest({
      field: 'te',
      input: '',
      size: 10,
      timerange: allTime,
      streams: [defaultStream],
      username: 'guest',
      restriction: guest.restriction,
      computed: definitions,
    });
    assert.equal(suggested.suggestions, undefined);
  });

  await context.test('a preview uses the same expressions, in the order of the texts', async () => {
    const preview = (kind: 'regex' | 'json' | 'key_value', pattern: string) =>
      fixture.engine.previewComputed({ kind, pattern, texts }, 'admin', new AbortController().signal);
    assert.deepEqual(await preview('regex', '^(?<verb>[A-Z]+) (?<path>\\S+)'), {
      fields: [
        { name: 'verb', values: ['GET', 'POST', null, null] },
        { name: 'path', values: ['/cart', '/cart', null, null] },
      ],
    });
    assert.deepEqual(await preview('json', 'took'), { fields: [{ name: '', values: [null, null, '7', null] }] });
    await assert.rejects(preview('regex', '(a'), BadRequestError);
  });
});

test('hostile and invalid definitions of computed fields are refused, and no text leaves its SQL literal', () => {
  const patterns: Readonly<Record<string, string>> = {
    WORD: '\\b\\w+\\b',
    NUM: '(?<![0-9.+-])(?>[+-]?(?:[0-9]+))',
    LOOP: '%{LOOP}',
  };
  const read = (definition: object | string, name = 'f') =>
    readComputedFields(
      { [name]: typeof definition === 'string' ? definition : JSON.stringify(definition) },
      (own) => patterns[own],
    );
  const of = (kind: string, pattern: string, more: object = {}) => ({ kind, source: 'message', pattern, ...more });
  const refused: readonly (object | string)[] = [
    '{',
    'null',
    of('party', 'x'),
    of('regex', ''),
    of('regex', 'no group'),
    of('regex', '(a'),
    of('regex', '(a)(?=b)'),
    of('regex', '(a)\\1'),
    of('regex', '(?<a>x)', { capture: 'b' }),
    of('regex', `(${'x'.repeat(2000)})`),
    of('regex', '((((a{1,100}){1,100}){1,100}){1,100})'),
    of('grok', '%{NOSUCH:a}'),
    of('grok', '%{LOOP:a}'),
    of('grok', '%{WORD}'),
    of('json', 'a"b'),
    of('json', '..'),
    of('regex', '(a)\u0000'),
  ];
  for (const definition of refused) assert.throws(() => read(definition), BadRequestError, JSON.stringify(definition));
  assert.throws(() => read(of('regex', '(a)'), 'a"; DROP TABLE messages; --'), BadRequestError);
  const many = Object.fromEntries(
    Array.from({ length: 21 }, (_, at) => [`f${at}`, JSON.stringify(of('regex', '(a)'))]),
  );
  assert.throws(() => readComputedFields(many, () => undefined), BadRequestError);
  const [grok] = read(of('grok', 'took %{NUM:took} by %{WORD:who}', { capture: 'who' }));
  assert.match(grok?.expression('c') ?? '', /took /);
  for (const pattern of ["(')", "('); DROP TABLE messages; --", '($1)', "(\\$2')"]) {
    const [field] = read(of('regex', pattern));
    const sql = field?.expression('c') ?? '';
    // Outside literals there is only SQL of this server, and no placeholder stays anywhere.
    assert.doesNotMatch(sql.replace(/'(?:[^']|'')*'/g, ''), /DROP|'/, pattern);
    assert.doesNotMatch(sql, /\$\d/, pattern);
  }
});

test('the pattern of a computed field keeps one capture group, and its other groups no longer capture', () => {
  assert.deepEqual(groupNames('(?<a>x)([(](?<b>\\(?)y)(?:z)\\Q(\\E'), ['a', 'b']);
  assert.equal(onlyGroup('(?<a>x)([(](?<b>\\(?)y)(?:z)', 'b'), '(?:x)(?:[(](\\(?)y)(?:z)');
  assert.equal(onlyGroup('a(b)(c)', undefined), 'a(b)(?:c)');
  assert.equal(onlyGroup('a', undefined), undefined);
});
