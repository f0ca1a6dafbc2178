import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fit, typeOf, type DynamicType } from '../../../../host/server/store/columns.js';
import { maxListedFailures } from '../../../../host/server/store/failures.js';
import { fieldNameLimit } from '../../../../host/server/store/load-plan.js';
import { mostRestFields } from '../../../../host/server/store/rest-fields.js';
import type { FieldValue } from '../../../../host/server/store/types.js';
import { allMessages, message, onlyIndex, open, temporaryDirectory } from './opened-store.js';
import { untyped } from '../../../untyped.js';

test('the first value of a field decides its type', () => {
  const cases: readonly [FieldValue, DynamicType][] = [
    ['text', 'keyword'],
    ['42', 'keyword'],
    [42, 'long'],
    [-0, 'long'],
    [9007199254740993n, 'long'],
    [-(2n ** 63n), 'long'],
    [2n ** 63n, 'keyword'],
    [1.5, 'double'],
    [1e300, 'double'],
    [false, 'boolean'],
  ];
  for (const [value, type] of cases) assert.equal(typeOf(value), type, String(value));
});

test('a later value is stored only if it fits the type of its field', () => {
  const cases: readonly [FieldValue, DynamicType, unknown][] = [
    [5, 'keyword', '5'],
    [2n ** 70n, 'keyword', '1180591620717411303424'],
    [true, 'keyword', 'true'],
    [5, 'long', 5n],
    ['-17', 'long', -17n],
    ['9223372036854775807', 'long', 2n ** 63n - 1n],
    ['9223372036854775808', 'long', undefined],
    ['007', 'long', undefined],
    [1.5, 'long', undefined],
    ['abc', 'long', undefined],
    [true, 'long', undefined],
    [5, 'double', 5],
    ['0.25', 'double', 0.25],
    ['0.250', 'double', undefined],
    ['NaN', 'double', undefined],
    [2n ** 53n, 'double', 2 ** 53],
    [2n ** 53n + 1n, 'double', undefined],
    ['true', 'boolean', true],
    [1, 'boolean', undefined],
  ];
  for (const [value, type, expected] of cases)
    assert.equal(fit(value, type), expected, `${String(value)} is stored as expected in a field of type ${type}`);
});

test('an unsuitable value is listed as a failure, stored with its message and returned unchanged', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path);
  await first.store.append([message('a', { took: 5, user: 'ann', ok: true })]);
  await first.store.append([
    message('b', { took: 'soon', user: 7, ok: 'maybe' }),
    message('c', { took: 2n ** 80n, ok: 'false' }),
    message('d', { took: '007' }),
  ]);
  await first.store.settled();
  await first.close();
  const { store } = await open(context, path);
  const found = await allMessages(store);
  assert.deepEqual(
    found.map(({ message: text, took, user, ok }) => ({ text, took, user, ok })),
    [
      { text: 'a', took: 5, user: 'ann', ok: true },
      { text: 'b', took: 'soon', user: '7', ok: 'maybe' },
      { text: 'c', took: 2n ** 80n, user: undefined, ok: false },
      { text: 'd', took: '007', user: undefined, ok: undefined },
    ],
  );
  const { total, failures } = await store.failures({ offset: 0, limit: 10 });
  assert.equal(total, 4);
  assert.deepEqual(failures.map(({ index, field, reason }) => `${index} ${field}: ${reason}`).sort(), [
    'messages_0 ok: the value is no boolean: maybe',
    'messages_0 took: the value is no long: 007',
    'messages_0 took: the value is no long: 1208925819614629174706176',
    'messages_0 took: the value is no long: soon',
  ]);
  assert.deepEqual(
    new Set(failures.map(({ messageId }) => messageId)),
    new Set(found.slice(1).map(({ _id: id }) => id)),
  );
  assert.equal((await store.failures({ offset: 1, limit: 2 })).failures.length, 2);
  const index = onlyIndex(store);
  const took = index.fields.get('took');
  assert.equal(took?.type, 'long');
  assert.deepEqual(await store.query(`SELECT sum(${took?.column}) AS s FROM ${index.catalog}.messages`, []), [
    { s: 5 },
  ]);
});

test('an integer field accepts fractions later: in the same batch, in a later batch and after a restart', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path);
  await first.store.append([message('a', { took: 1, load: 2, same: 1 }), message('b', { same: 0.5 })]);
  await first.store.append([message('c', { took: 4.5 })]);
  await first.store.settled();
  const typesOf = (index: { fields: ReadonlyMap<string, { type: string }> }) =>
    ['took', 'load', 'same'].map((name) => index.fields.get(name)?.type);
  assert.deepEqual(typesOf(onlyIndex(first.store)), ['double', 'long', 'double']);
  await first.close();
  const { store } = await open(context, path);
  assert.deepEqual(typesOf(onlyIndex(store)), ['double', 'long', 'double']);
  await store.append([message('d', { load: '2.25', took: 7 })]);
  await store.append([message('e', { load: 3, took: 1e300 })]);
  await store.settled();
  assert.deepEqual(typesOf(onlyIndex(store)), ['double', 'double', 'double']);
  assert.equal((await store.failures({ offset: 0, limit: 1 })).total, 0);
  assert.deepEqual(
    (await allMessages(store)).map(({ took, load, same }) => [took, load, same]),
    [
      [1, 2, 1],
      [undefined, undefined, 0.5],
      [4.5, undefined, undefined],
      [7, 2.25, undefined],
      [1e300, 3, undefined],
    ],
  );
});

test('large integers keep all digits when fractions come into their field', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context));
  const exact = 9007199254740993n;
  await store.append([message('a', { n: exact }), message('b', { m: 1 })]);
  await store.settled();
  await store.append([message('c', { n: 0.5 }), message('d', { m: exact }), message('e', { m: 0.5 })]);
  await store.append([message('f', { k: 1 }), message('g', { k: exact }), message('h', { k: 0.5 })]);
  await store.settled();
  const index = onlyIndex(store);
  assert.deepEqual(
    ['n', 'm', 'k'].map((name) => index.fields.get(name)?.type),
    ['long', 'long', 'long'],
  );
  assert.deepEqual(
    (await allMessages(store)).map(({ n, m, k }) => n ?? m ?? k),
    [exact, 1, 0.5, exact, 0.5, 1, exact, 0.5],
  );
  assert.equal((await store.failures({ offset: 0, limit: 1 })).total, 3);
});

test('searches continue while a column is converted', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context));
  await store.append(Array.from({ length: 3_000 }, (_unused, n) => message(`m${n}`, { n })));
  await store.settled();
  const before = onlyIndex(store);
  const column = before.fields.get('n')?.column;
  const sum = () => store.query(`SELECT sum(${column})::DOUBLE AS s FROM ${before.catalog}.messages`, []);
  let ended = false;
  const searching = (async () => {
    const sums = new Set<unknown>();
    while (!ended) sums.add((await sum())[0]?.['s']);
    return sums;
  })();
  await store.append([message('x', { n: 0.5 })]);
  await store.settled();
  ended = true;
  const whole = (3_000 * 2_999) / 2;
  for (const found of await searching) assert.ok(found === whole || found === whole + 0.5, String(found));
  assert.deepEqual(await sum(), [{ s: whole + 0.5 }]);
});

const hostileNames = [
  "Robert'); DROP TABLE messages;--",
  '"quoted"',
  'back\\slash',
  'with blank',
  'ünï-cødé-日本-🔥',
  'Case',
  'case',
  'CASE',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'f0',
  'extra',
  'ts',
  'select',
  'a.b.c',
  '$n',
  'line\nbreak\ttab',
  'nul\u0000inside',
  '{"json":1}',
  "'",
  '%s%n',
  '${x}',
  '<script>alert(1)</script>',
];

test('hostile field names are stored as names', async (context) => {
  const path = await temporaryDirectory(context);
  const fields = Object.create(null) as Record<string, FieldValue>;
  for (const [number, name] of hostileNames.entries()) fields[name] = number % 2 ? number : `value of ${name}`;
  const first = await open(context, path);
  await first.store.append([message('hostile', fields)]);
  await first.store.settled();
  await first.close();
  const { store } = await open(context, path);
  const [found] = await allMessages(store);
  assert.ok(found);
  for (const name of hostileNames) {
    assert.ok(Object.hasOwn(found, name), name);
    assert.equal(found[name], fields[name], name);
    assert.ok(onlyIndex(store).fields.has(name), name);
  }
  assert.equal(Object.getPrototypeOf(found), Object.prototype);
  assert.equal((await store.failures({ offset: 0, limit: 10 })).total, 0);
});

test('names that cannot be fields are listed as failures, and their values stay readable', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context));
  const long = 'n'.repeat(65_536);
  await store.append([
    message('x', { [long]: 1, '': 2, '\ud800': 3, timestamp: 'yesterday', gl2_source_input: 'other' }),
  ]);
  await store.settled();
  const [found] = await allMessages(store);
  assert.equal(found?.['n'.repeat(fieldNameLimit)], 1);
  assert.equal(found?.[''], 2);
  assert.equal(found?.['timestamp'], '2024-03-31T00:59:59.123Z');
  assert.equal(found?.['gl2_source_input'], 'input-1');
  const { total, failures } = await store.failures({ offset: 0, limit: 10 });
  assert.equal(total, 5);
  assert.ok(failures.every(({ field }) => field.length <= fieldNameLimit));
  assert.deepEqual(failures.map(({ reason }) => reason).sort(), [
    'the name is reserved; the value was left out',
    'the name is reserved; the value was left out',
    'the name of the field is empty',
    `the name of the field is longer than ${fieldNameLimit} characters`,
    'the name of the field is not valid Unicode',
  ]);
});

test('the number of columns of an index is limited; the values of further fields are stored without columns', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), { maxFields: 50, wideFields: 100_000 });
  const many = Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`field ${n}`, n]));
  await store.append([message('wide', many)]);
  await store.append([message('next', { 'field 3': 4, other: 9007199254740993n })]);
  await store.settled();
  const [wide, next] = await allMessages(store);
  for (const n of [0, 49, 50, 79_999]) assert.equal(wide?.[`field ${n}`], n);
  assert.equal(next?.['other'], 9007199254740993n);
  const index = onlyIndex(store);
  assert.equal([...index.fields.values()].filter(({ column }) => /^f\d+$/.test(column)).length, 50);
  const { total, failures } = await store.failures({ offset: 0, limit: 10 });
  assert.equal(total, 2);
  assert.match(failures[1]?.reason ?? '', /^the index has the 50 fields it may have; 79950 more/);
  assert.equal(index.rest?.size, mostRestFields);
  assert.deepEqual(
    await store.query(
      `SELECT message FROM ${index.catalog}.messages WHERE json_extract_string(extra, '/field 79999') = '79999'`,
      [],
    ),
    [{ message: 'wide' }],
  );
});

test('nested and empty values are stored as text or not at all', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context));
  const odd = {
    nested: { a: [1, 2] },
    nothing: null,
    missing: undefined,
    infinite: Infinity,
    empty: '',
    lone: 'a\ud800b',
  };
  await store.append([message('odd', untyped<Record<string, FieldValue>>(odd))]);
  await store.settled();
  const [found] = await allMessages(store);
  assert.equal(found?.['nested'], '{"a":[1,2]}');
  assert.equal(found?.['empty'], '');
  assert.equal(found?.['lone'], 'a\ufffdb');
  for (const name of ['nothing', 'missing', 'infinite']) assert.equal(Object.hasOwn(found ?? {}, name), false, name);
});

test('the list of failures is limited, but its count is not', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), { batchMessages: 500 });
  await store.append([message('x', { n: 1 })]);
  const count = maxListedFailures + 2500;
  for (let done = 0; done < count; done += 500) {
    await store.append(Array.from({ length: 500 }, (_, n) => message('x', { n: `bad ${done + n}` })));
    await store.settled();
  }
  const { total, failures } = await store.failures({ offset: 0, limit: 20_000 });
  assert.equal(total, count);
  assert.ok(failures.length >= maxListedFailures && failures.length <= maxListedFailures * 1.1);
  assert.equal(failures[0]?.reason, `the value is no long: bad ${count - 1}`);
});
