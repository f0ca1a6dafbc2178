/** JSON paths find values, report syntax errors with positions, and limit the work of hostile paths. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonPath } from '../../../../host/server/json-path/json-path.js';
import { JsonPathError } from '../../../../host/server/json-path/path-parts.js';

const store = {
  store: {
    book: [
      { category: 'reference', author: 'Rees', title: 'Sayings', price: 8.95 },
      { category: 'fiction', author: 'Waugh', title: 'Sword', price: 12.99, tags: ['war', 'long'] },
      { category: 'fiction', author: 'Melville', title: 'Moby', isbn: '0-553', price: 8.99 },
    ],
    bicycle: { color: 'red', price: 19.95 },
  },
  limit: 10,
  'odd name.x': 1,
  big: 9007199254740993n,
  empty: [],
};

const titles = (...numbers: number[]) => numbers.map((number) => store.store.book[number]?.title);

const found: readonly (readonly [path: string, value: unknown])[] = [
  ['$', store],
  ['$.limit', 10],
  ['$.nothing', undefined],
  ['$.limit.deeper', undefined],
  ["$['odd name.x']", 1],
  ['$["odd name.x"]', 1],
  ['$.store.book[0].title', 'Sayings'],
  ['$.store.book[-1].title', 'Moby'],
  ['$.store.book[9].title', undefined],
  ['$.store.book[*].title', titles(0, 1, 2)],
  ['$.store.book.*.title', titles(0, 1, 2)],
  ['$.store.book[0,2].title', titles(0, 2)],
  ['$.store.book[1:].title', titles(1, 2)],
  ['$.store.book[:-1].title', titles(0, 1)],
  ['$.store.book[-1:].title', titles(2)],
  ['$.store.book[::2].title', titles(0, 2)],
  ['$..title', titles(0, 1, 2)],
  ['$..book[1].title', titles(1)],
  ['$.store..price', [8.95, 12.99, 8.99, 19.95]],
  ["$.store.bicycle['color','price']", { color: 'red', price: 19.95 }],
  [
    "$.store.book[0,1]['title','price']",
    [
      { title: 'Sayings', price: 8.95 },
      { title: 'Sword', price: 12.99 },
    ],
  ],
  ['$.store.book[?(@.isbn)].title', titles(2)],
  ['$.store.book[?(!@.isbn)].title', titles(0, 1)],
  ['$.store.book[?(@.price < 10)].title', titles(0, 2)],
  ['$.store.book[?(@.price < $.limit && @.category == "fiction")].title', titles(2)],
  ["$.store.book[?(@.category == 'reference' || @['price'] > 12)].title", titles(0, 1)],
  ["$.store.book[?(!(@.category == 'fiction' && @.price > 10))].title", titles(0, 2)],
  ['$.store.book[?(@.author =~ /.*mel.*/i)].title', titles(2)],
  ['$.store.book[?(@.author =~ /(?=.*v)Mel.*/)].title', titles(2)],
  ['$.store.book[?(@.author =~ /(?=x)/)].title', []],
  ["$.store.book[?(@.author in ['Rees','Waugh'])].title", titles(0, 1)],
  ["$.store.book[?(@.author nin ['Rees','Waugh'])].title", titles(2)],
  ["$.store.book[?(@.tags contains 'war')].title", titles(1)],
  ['$.store.book[?(@.tags size 2)].title', titles(1)],
  ['$.store.book[?(@.nothing == null)].title', []],
  ['$..[?(@.color == "red")].price', [19.95]],
  ['$.store.book.length()', 3],
  ['$.store.book[*].price.max()', 12.99],
  ['$.store.book[0,2].price.min()', 8.95],
  ['$.store.bicycle.keys()', ['color', 'price']],
  ['$.store.book[*].title.first()', 'Sayings'],
  ['$.empty[*]', []],
  ['$.big', 9007199254740993n],
  ['$[?(@.big == 9007199254740993)].limit', [10]],
  ['$[?(@.big == 9007199254740992)].limit', []],
];

test('a JSON path finds one value if it is definite, and a list otherwise', () => {
  for (const [path, value] of found) assert.deepEqual(jsonPath(path).find(store), value, path);
});

test('a JSON path finds values in maps as in objects, and compares objects of number classes by value', () => {
  class Wrapped {
    constructor(readonly number: number) {}
  }
  const document = new Map([['list', [new Map([['n', new Wrapped(1)]]), new Map([['n', new Wrapped(5)]])]]]);
  const numberOf = (leaf: unknown): number | undefined =>
    leaf instanceof Wrapped ? leaf.number : typeof leaf === 'number' ? leaf : undefined;
  assert.deepEqual(jsonPath('$.list[?(@.n > 3)].n', { numberOf }).find(document), [new Wrapped(5)]);
  assert.equal(jsonPath('$.list.length()', { numberOf, count: String }).find(document), '2');
});

test('a JSON path never finds inherited properties', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'length'])
    assert.equal(jsonPath(`$.${name}`).find({}), undefined, name);
});

const refused = [
  '',
  'a',
  '$.',
  '$..',
  '$[',
  "$['a",
  '$[a]',
  '$[1',
  '$[::0]',
  '$[?@.a]',
  '$[?(@.a ==)]',
  '$[?(@.a == b)]',
  '$.a.foo()',
  '$[?(@.a =~ /(/)]',
  '$.a b',
  `$${'.a'.repeat(600)}`,
  `$${'[?('.repeat(20)}@.a${')]'.repeat(20)}`,
  `$[?(${'('.repeat(400)}@.a${')'.repeat(400)})]`,
  `$[?(${'!'.repeat(400)}@.a)]`,
];

test('an invalid JSON path is refused', () => {
  for (const path of refused) assert.throws(() => jsonPath(path), JsonPathError, path);
});

test('a search over too many values ends with an error', () => {
  const wide = { list: Array.from({ length: 2_000 }, (_, n) => ({ n, inner: [1, 2, 3] })) };
  let deep: unknown = 1;
  for (let level = 0; level < 5_000; level += 1) deep = { a: deep };
  assert.throws(() => jsonPath('$..[?($.list[?(@.n == 1)])]').find(wide), JsonPathError);
  assert.throws(() => jsonPath('$..*..*..*').find(wide), JsonPathError);
  assert.equal((jsonPath('$..a').find(deep) as unknown[]).length, 201);
});
