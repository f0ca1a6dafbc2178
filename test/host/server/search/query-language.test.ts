import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import type { ColumnType } from '../../../../host/server/store/types.js';
import { amountOf } from '../../../amounts.js';
import type { Row, Wanted } from './evaluator.js';
import { matches, write } from './evaluator.js';
import type { Draft } from './fixture.js';
import { defaultStream, openSearch } from './fixture.js';

/** Messages of the test; the field `n` identifies each. */
const drafts: Draft[] = [
  {
    at: '2024-03-01T10:00:00.000Z',
    message: 'User alice logged in from 10.0.0.1',
    source: 'Web-1',
    fields: { n: 0, level: 6, took: 0.5, ok: true, user: 'alice', path: '/login', ip: '10.0.0.1', code: 200 },
  },
  {
    at: '2024-03-01T10:00:01.500Z',
    message: 'User bob failed to log in',
    source: 'web-2',
    fields: { n: 1, level: 3, took: 12.25, ok: false, user: 'Bob', path: '/login', ip: '10.1.2.3', code: 401 },
  },
  {
    at: '2024-03-01T23:59:59.999Z',
    message: 'GET /index.html 200',
    source: 'WEB-1',
    fields: { n: 2, level: -1, user: 'al*ce', ip: '192.168.0.7', big: 9007199254740993n },
  },
  {
    at: '2024-03-02T00:00:00.000Z',
    message: 'disk full on /dev/sda1: größe ÄÖÜ',
    source: 'db',
    fields: { n: 3, level: 0, took: -3, note: 'a b', ip: '2001:db8::1' },
  },
  {
    at: '2024-03-02T12:00:00.000Z',
    message: 'Log user in: alice, bob',
    source: 'db',
    fields: { n: 4, note: 'a%b_c', ip: '2001:db8:1::f00', ok: true },
  },
  { at: '2024-03-03T00:00:00.000Z', message: '', source: '', fields: { n: 5, level: 6, user: 'ALICE', note: '' } },
];
const later: Draft[] = [
  {
    at: '2024-03-04T00:00:00.000Z',
    message: 'code is text here',
    source: 'app',
    fields: { n: 6, code: 'E-401', user: 'carol' },
  },
  { at: '2024-03-05T00:00:00.000Z', message: 'alice again', source: 'app', fields: { n: 7, code: '200', level: 5 } },
];

const expectations: Record<string, [query: string, found: number[]][]> = {
  everything: [
    ['', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['*', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['*:*', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['NOT *', []],
  ],
  words: [
    ['alice', [0, 4, 7]],
    ['ALICE', [0, 4, 5, 7]],
    ['message:ALICE', [0, 4, 7]],
    ['user:alice', [0]],
    ['user:ALICE', [5]],
    ['source:WEB-1', [0, 2]],
    ['source:web-1', [0, 2]],
    ['log', [1, 4]],
    ['message:GRÖSSE', []],
    ['message:GRÖßE', [3]],
    ['10.0.0.1', [0]],
    ['sda1', [3]],
    ['message:"/dev/sda1"', [3]],
    ['message:dev\\/sda1', [3]],
    ['note:"a b"', [3]],
    ['note:a\\ b', [3]],
    ['note:""', [5]],
    ['user:al\\*ce', [2]],
    ['nowhere:alice', []],
    ['message:"!!!" AND user:alice', [0]],
  ],
  phrases: [
    ['"logged in"', [0]],
    ['"log in"', [1]],
    ['"in log"', []],
    ['"log in"~1', [1, 4]],
    ['"in log"~1', []],
    ['"in log"~2', [1]],
    ['"user in from"~2', [0]],
    ['"user in from"~1', []],
  ],
  'the boolean mix': [
    ['alice bob', [0, 1, 4, 7]],
    ['alice AND bob', [4]],
    ['alice && !bob', [0, 7]],
    ['alice -bob', [0, 7]],
    ['+alice bob', [0, 4, 7]],
    ['alice OR user:carol', [0, 4, 6, 7]],
    ['NOT alice', [1, 2, 3, 5, 6]],
    ['NOT user:alice', [1, 2, 3, 4, 5, 6, 7]],
    ['alice AND (NOT bob)', [0, 7]],
    ['alice AND bob OR full', [4]],
    ['(alice AND bob) OR full', [3, 4]],
    [`${Array.from({ length: 300 }, (_, word) => `w${word}`).join(' ')} full carol web-2 401`, [1, 3, 6]],
    [`+level:6 ${Array.from({ length: 300 }, (_, word) => `w${word}`).join(' ')} full -alice`, [5]],
    ['user:(alice OR Bob)', [0, 1]],
    ['level:(>=3 AND <6)', [1, 7]],
  ],
  'wildcards and regular expressions': [
    ['ali*', [0, 4, 7]],
    ['user:al*', [0, 2]],
    ['user:a?ice', [0]],
    ['user:al\\**', [2]],
    ['note:a*c', [4]],
    ['note:a?b?c', [4]],
    ['message:LOG*', [0, 1, 4]],
    ['source:W*1', [0, 2]],
    ['user:/[a-z]+/', [0, 6]],
    ['message:/log(ged)?/', [0, 1, 4]],
    ['message:/ali/', []],
    ['source:/web-./', [0, 1, 2]],
  ],
  'ranges and comparisons': [
    ['level:[3 TO 6]', [0, 1, 5, 7]],
    ['level:{3 TO 6]', [0, 5, 7]],
    ['level:[3 TO 6}', [1, 7]],
    ['level:>=5', [0, 5, 7]],
    ['level:<0', [2]],
    ['level:[* TO 0]', [2, 3]],
    ['level:[* TO *]', [0, 1, 2, 3, 5, 7]],
    ['took:>0.5', [1]],
    ['took:[-5 TO 0.5]', [0, 3]],
    ['level:>2.5', [0, 1, 5, 7]],
    ['big:9007199254740993', [2]],
    ['big:9007199254740992', []],
    ['user:[a TO b]', [0, 2]],
    ['level:abc', []],
    ['level:\\-1', [2]],
    ['ok:true', [0, 4]],
    ['ok:TRUE', []],
  ],
  dates: [
    ['timestamp:"2024-03-01"', [0, 1, 2]],
    ['timestamp:"2024-03-01 10:00:00.000"', [0]],
    ['timestamp:"2024-03-01T11:00:00.000+01:00"', [0]],
    ['timestamp:["2024-03-01 10:00:01" TO "2024-03-02"]', [1, 2, 3, 4]],
    ['timestamp:>"2024-03-02"', [5, 6, 7]],
    ['timestamp:>=2024-03-03', [5, 6, 7]],
    ['timestamp:<"2024-03-01 10:00"', []],
    ['timestamp:<="2024-03-01 10:00"', [0, 1]],
    ['timestamp:[now-5d TO now]', [2, 3, 4, 5, 6, 7]],
    ['timestamp:"now-1d/d"', [7]],
    ['timestamp:>2024-03-04||+12h', [7]],
  ],
  existence: [
    ['_exists_:took', [0, 1, 3]],
    ['NOT _exists_:took', [2, 4, 5, 6, 7]],
    ['took:*', [0, 1, 3]],
    ['_exists_:note', [3, 4, 5]],
    ['_exists_:nothing', []],
  ],
  addresses: [
    ['ip:"10.0.0.0/8"', [0, 1]],
    ['ip:10.1.0.0\\/16', [1]],
    ['ip:"192.168.0.7"', [2]],
    ['ip:"192.168.0.0/29"', [2]],
    ['ip:"192.168.0.0/30"', []],
    ['ip:"2001:db8::/32"', [3, 4]],
    ['ip:"2001:db8:1::/48"', [4]],
    ['ip:"2001:db8::/127"', [3]],
    ['ip:"0.0.0.0/0"', [0, 1, 2]],
  ],
  'a field with two types': [
    ['code:200', [0, 7]],
    ['code:>=400', [1, 6]],
    ['code:E*', [6]],
    ['_exists_:code', [0, 1, 6, 7]],
  ],
  'boosts, fuzziness, streams': [
    ['alice^3', [0, 4, 7]],
    ['user:alise~1', [0]],
    ['message:alise~', [0, 4, 7]],
    ['message:aleci~1', []],
    ['message:aliec~1', [0, 4, 7]],
    [`streams:${defaultStream}`, [0, 1, 2, 3, 4, 5, 6, 7]],
    ['streams:0000*1', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['gl2_source_input:input-1 AND n:3', [3]],
    ['us\\*:alice', [0]],
  ],
};

describe('the query language in the store', () => {
  it('each construct of the query language finds the expected messages', async (context) => {
    const fixture = await openSearch(context, { allowLeadingWildcard: true });
    fixture.now = Date.parse('2024-03-06T12:00:00Z');
    await fixture.fill(drafts);
    await fixture.store.cycle();
    await fixture.fill(later);
    assert.equal(fixture.store.indices().length, 2);
    for (const [group, cases] of Object.entries(expectations)) {
      await context.test(group, async () => {
        for (const [query, expected] of cases) assert.deepEqual(await fixture.found(query), expected, query);
      });
    }
  });
});

// ---- The following test compares random queries over random messages with the evaluator. ----

const words = [
  ...['alice', 'Bob', 'log', 'in', 'error', 'a-b', '10.0.0.1', '42', 'ÄÖ', 'x_y', 'true', '2024-03-01'],
  ...['a.b.c', 'b.c', "it's", '1,42', 'log.', '_.in'],
];
const word = fc.constantFrom(...words);
const textFields = ['message', 'source', 'user', 'note'];
const anyField = fc.constantFrom<string | null>(
  null,
  'message',
  'source',
  'user',
  'note',
  'level',
  'took',
  'ok',
  'mixed',
  'timestamp',
  'nothing',
);
const numbers = fc.constantFrom('-2', '0', '3', '3.5', '42', '*');
const dates = fc.constantFrom('2024-03-01', '2024-03-02 12:00:00.000', '*');

const { query } = fc.letrec<{ query: Wanted; leaf: Wanted }>((tie) => ({
  leaf: fc.oneof(
    fc.record({
      kind: fc.constant('word' as const),
      field: anyField,
      value: fc.oneof(
        word,
        numbers.filter((n) => n !== '*'),
      ),
      quoted: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('word' as const),
      field: anyField,
      value: fc.array(word, { minLength: 2, maxLength: 3 }).map((parts) => parts.join(' ')),
      quoted: fc.constant(true),
    }),
    fc.record({
      kind: fc.constant('slop' as const),
      field: fc.constantFrom('message', null),
      words: fc.uniqueArray(fc.constantFrom('alice', 'log', 'in', 'error'), { minLength: 2, maxLength: 3 }),
      slop: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({
      kind: fc.constant('fuzzy' as const),
      field: fc.constantFrom('message', 'user'),
      value: fc.constantFrom('alise', 'lgo', 'eror', 'Bob'),
      edits: fc.constantFrom(1 as const, 2 as const),
    }),
    fc.record({
      kind: fc.constant('wildcard' as const),
      field: fc.constantFrom(null, ...textFields),
      pattern: fc.constantFrom('a*', '*o*', 'l?g', 'B*b', '?n', 'a*e', 'e*r', '*_*', '10.*'),
    }),
    fc.record({
      kind: fc.constant('regexp' as const),
      field: fc.constantFrom(...textFields),
      pattern: fc.constantFrom('a.*e', '[a-z]+', 'lo?g', '(in|error)', '[^b]+', 'x_y'),
    }),
    fc.record({
      kind: fc.constant('range' as const),
      field: fc.constantFrom('level', 'took', 'mixed'),
      from: numbers,
      to: numbers,
      open: fc.boolean(),
      close: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('range' as const),
      field: fc.constant('timestamp'),
      from: dates,
      to: dates,
      open: fc.boolean(),
      close: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('range' as const),
      field: fc.constantFrom('user', 'source', 'message'),
      from: fc.constantFrom('a', 'Bob', '*'),
      to: fc.constantFrom('b', 'log', '*'),
      open: fc.boolean(),
      close: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('exists' as const),
      field: fc.constantFrom('level', 'took', 'ok', 'user', 'note', 'mixed', 'nothing', 'message'),
    }),
    fc.constant<Wanted>({ kind: 'everything' }),
  ) as fc.Arbitrary<Wanted>,
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.record({
      kind: fc.constant('group' as const),
      clauses: fc.array(
        fc.record({
          joint: fc.constantFrom('' as const, 'AND' as const, 'OR' as const),
          sign: fc.constantFrom('' as const, '' as const, '+' as const, '-' as const, 'NOT ' as const),
          inner: tie('query'),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  ) as fc.Arbitrary<Wanted>,
}));

const value = fc.oneof(
  word,
  fc.array(word, { maxLength: 6 }).map((parts) => parts.join(' ')),
);
const randomMessage = (mixed: fc.Arbitrary<string | number>) =>
  fc.record({
    time: fc.integer({ min: Date.parse('2024-02-29T12:00:00Z'), max: Date.parse('2024-03-03T12:00:00Z') }),
    message: value,
    source: fc.constantFrom('alice', 'Alice', 'web-1', 'Bob', ''),
    fields: fc.record(
      {
        level: fc.constantFrom(-2, 0, 3, 42),
        took: fc.constantFrom(-2.5, 0.5, 3.5, 42.5),
        ok: fc.boolean(),
        user: word,
        note: value,
        mixed,
      },
      { requiredKeys: [] },
    ),
  });

/** Number of random queries. */
const runs = amountOf('QUERY_RUNS', { usual: 60, full: 400 });

test('random queries find the same as a simple evaluator', { timeout: 600_000 }, async (context) => {
  const fixture = await openSearch(context, { allowLeadingWildcard: true, resultWindow: 100_000 });
  const samples = [
    fc.sample(randomMessage(fc.constantFrom(0, 3, 42)), { numRuns: 250, seed: 5 }),
    fc.sample(randomMessage(fc.constantFrom('alice', '42', 'Bob')), { numRuns: 250, seed: 6 }),
  ];
  const rows: Row[] = [];
  for (const sample of samples) {
    await fixture.fill(
      sample.map(({ time, message, source, fields }, index) => ({
        at: new Date(time).toISOString(),
        message,
        source,
        fields: { ...fields, n: rows.length + index },
      })),
    );
    const index = fixture.store.indices().at(-1);
    assert.ok(index);
    const types = Object.fromEntries([...index.fields.values()].map(({ name, type }) => [name, type])) as Record<
      string,
      ColumnType
    >;
    const stored = { gl2_source_input: 'input-1', gl2_source_node: 'node-1', streams: [defaultStream] };
    const known = [
      'timestamp',
      'source',
      'message',
      'level',
      'took',
      'ok',
      'user',
      'note',
      'mixed',
      'n',
      ...Object.keys(stored),
    ];
    const typesOfRow = Object.fromEntries(known.map((name) => [name, types[name] ?? 'keyword'])) as Record<
      string,
      ColumnType
    >;
    for (const { time, message, source, fields } of sample) {
      rows.push({
        types: typesOfRow,
        values: { ...stored, ...fields, n: rows.length, timestamp: time, message, source },
      });
    }
    await fixture.store.cycle();
  }
  let found = 0;
  await fc.assert(
    fc.asyncProperty(query, async (wanted) => {
      const text = write(wanted);
      const expected = rows.filter((row) => matches(wanted, row) === true).map((row) => row.values['n']);
      const actual = (await fixture.found(text, { fields: ['n'] })).sort((a, b) => Number(a) - Number(b));
      assert.deepEqual(actual, expected, text);
      if (expected.length > 0 && expected.length < rows.length) found += 1;
    }),
    { numRuns: runs, seed: 20240301 },
  );
  assert.ok(found > runs / 4, `${found} queries matched some but not all messages`);
});
