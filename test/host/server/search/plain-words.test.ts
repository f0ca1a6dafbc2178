/** SQL conditions of a scan find the same texts as testing each word, in ASCII text and in other text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LeafNode, WildcardPart } from '../../../../api/language/index.js';
import { compileQuery, readQuery } from '../../../../host/server/search/compile.js';
import { leafCondition } from '../../../../host/server/search/leaf-conditions.js';
import { Parameters } from '../../../../host/server/search/parameters.js';
import { wildcardPattern } from '../../../../host/server/search/plain-words.js';
import { tokenize } from '../../../../host/server/store/tokenize.js';
import { createRandom } from '../../../bench/seed.js';
import { message, onlyIndex, open, temporaryDirectory } from '../store/opened-store.js';

const random = createRandom(29);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const some = <T>(most: number, one: () => T): T[] => Array.from({ length: Math.floor(random() * most) }, one);

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const signs = [..."aaBb1129_.',  -"];
const pieces = [
  'ab',
  'Ab.b',
  "b'a",
  '1,2',
  '12',
  '1.2.9',
  '_',
  'a_1',
  '.',
  ',',
  "'",
  '..',
  ' ',
  ' - ',
  '\n',
  '\0',
  '-',
];
const texts = [
  ...ascii.flatMap((sign) => ['a', '1', '_', '.', ' '].flatMap((left) => [`${left}${sign}a`, `${left}${sign}1 b`])),
  ...Array.from({ length: 1500 }, () => some(12, () => pick(signs)).join('')),
  ...Array.from({ length: 700 }, () => some(8, () => pick(pieces)).join('')),
  ...Array.from({ length: 100 }, () => `${some(5, () => pick(pieces)).join('')} ${pick(['ä', '日本', 'é.a', 'ſ'])}`),
];
const words = texts.map((text) => tokenize(text));

/** Returns a wildcard that contains a space and therefore matches across two words. */
function acrossWords(): Asked {
  const own = anyWords();
  const at = Math.floor(random() * own.length);
  const [first = '', second = ''] = own.slice(at, at + 2);
  const parts: WildcardPart[] = ['any', { text: `${first.slice(-2)} ${second.slice(0, 1)}` }, pick(['any', 'one'])];
  const matches = new RegExp(
    ` [^ ]*${first.slice(-2).replace(/[.]/g, '\\.')} ${second.slice(0, 1).replace(/[.]/g, '\\.')}${parts[2] === 'any' ? '[^ ]*' : '[^ ]'} `,
  );
  return [{ kind: 'wildcard', parts }, (other) => matches.test(` ${other.join(' ')} `)];
}

const glob = (parts: readonly WildcardPart[]): RegExp =>
  new RegExp(
    `^${parts.map((part) => (part === 'any' ? '.*' : part === 'one' ? '.' : part.text.replace(/[.]/g, '\\.'))).join('')}$`,
    's',
  );
const has = (own: readonly string[], phrase: readonly string[]): boolean =>
  own.some((_, at) => phrase.every((word, offset) => own[at + offset] === word));

type Asked = readonly [node: object, expected: (own: readonly string[]) => boolean];

const anyWords = (): string[] => pick(words.filter((own) => own.length > 0));

function phrase(length: number): Asked {
  const own = anyWords();
  const at = Math.floor(random() * own.length);
  const taken = random() < 0.7 ? own.slice(at, at + length) : Array.from({ length }, () => pick(anyWords()));
  const value = taken.join(' ');
  return [{ kind: 'phrase', value, slop: 0 }, (other) => has(other, tokenize(value))];
}

function wildcard(): Asked {
  const text = pick(anyWords());
  const from = Math.floor(random() * text.length);
  const cut =
    text.slice(from, from + 1 + Math.floor(random() * 4)) +
    (random() < 0.2 ? pick(['.', ',', "'", '_', '-', '.1', '.a']) : '');
  const parts: WildcardPart[] = [];
  const add = (part: WildcardPart): void => {
    const last = parts.at(-1);
    if (typeof part === 'object' && typeof last === 'object') parts[parts.length - 1] = { text: last.text + part.text };
    else parts.push(part);
  };
  if (random() < 0.6) add(pick(['any', 'one']));
  for (const sign of cut) {
    const kind = random();
    if (kind < 0.15) add('any');
    else if (kind < 0.3) add('one');
    if (kind > 0.25) add({ text: sign });
  }
  if (random() < 0.6) add(pick(['any', 'any', 'one']));
  const matches = glob(parts);
  return [{ kind: 'wildcard', parts }, (own) => own.some((word) => matches.test(word))];
}

/** Builds a wildcard in which most characters are `?`, so that its words have no usable pattern. */
function longWildcard(): Asked {
  const long = words.flatMap((own) => own.filter((word) => word.length > 6));
  const parts = [...pick(long)].map((sign): WildcardPart =>
    random() < 0.85 ? 'one' : random() < 0.3 ? 'any' : { text: sign },
  );
  const joined = parts.reduce<WildcardPart[]>((done, part) => {
    const last = done.at(-1);
    if (typeof part !== 'object' || typeof last !== 'object') return [...done, part];
    return [...done.slice(0, -1), { text: last.text + part.text }];
  }, []);
  const matches = glob(joined);
  return [{ kind: 'wildcard', parts: joined }, (own) => own.some((word) => matches.test(word))];
}

function regexp(): Asked {
  const word = pick(anyWords());
  const signsOf = ['\\d', '\\w', '[^a]', '.', '[^1.]+', '\\.', '.*', '(^a|1)', '(b|$)', '\\\\'];
  const pattern = [...word].map((sign) => (random() < 0.3 ? pick(signsOf) : sign.replace('.', '\\.'))).join('');
  const matches = new RegExp(`^(?:${pattern})$`, 's');
  // Patterns that match the empty string are excluded, because a text without words is a separate case.
  if (matches.test('')) return regexp();
  return [{ kind: 'regexp', pattern }, (own) => own.some((one) => matches.test(one))];
}

test('the pattern of a wildcard with many `?` stays small', () => {
  for (let ones = 0; ones < 40; ones += 1) {
    const pattern = wildcardPattern([
      { text: 'a' },
      ...Array.from({ length: ones }, () => 'one' as const),
      { text: 'z' },
    ]);
    assert.ok(
      (pattern ?? '').length < 10_000,
      `the pattern for ${ones} wildcard characters has ${pattern?.length} characters`,
    );
  }
});

test(
  'SQL conditions of word queries find the same texts as testing each word',
  { timeout: 300_000 },
  async (context) => {
    const { store } = await open(context, await temporaryDirectory(context));
    await store.append(texts.map((text, n) => message(text, { n })));
    await store.settled();
    const index = onlyIndex(store);
    const field = index.fields.get('message');
    assert.ok(field);
    const cases: Asked[] = [
      ...Array.from({ length: 150 }, () => phrase(1)),
      ...Array.from({ length: 150 }, () => phrase(2 + Math.floor(random() * 2))),
      ...Array.from({ length: 400 }, wildcard),
      ...Array.from({ length: 50 }, acrossWords),
      ...Array.from({ length: 60 }, longWildcard),
      ...Array.from({ length: 150 }, regexp),
    ];
    let [found, patterns] = [0, 0];
    for (const [node, expected] of cases) {
      const what = JSON.stringify(node);
      // Cast: TypeScript cannot derive the kind of a node, because each row of the table has only the members of its
      // kind.
      const leaf = { field: null, from: 0, to: 0, boost: null, ...node } as unknown as LeafNode;
      if (leaf.kind === 'wildcard' && leaf.parts.length < 2) continue;
      if (leaf.kind === 'wildcard' && wildcardPattern(leaf.parts) !== undefined) patterns += 1;
      const parameters = new Parameters();
      const condition = leafCondition(leaf, field, { parameters, now: 0, anyField: false });
      if (condition === undefined || condition === 'dropped') assert.fail(what);
      const sql = `SELECT ${index.fields.get('n')?.column ?? ''} AS n FROM ${index.catalog}.messages WHERE ${condition} ORDER BY n`;
      const rows = await store.query(...parameters.bind(sql));
      const wanted = words.flatMap((own, n) => (expected(own) ? [n] : []));
      const actual = rows.map(({ n }) => Number(n));
      if (String(actual) !== String(wanted)) {
        const wrong = texts.filter((_, n) => actual.includes(n) !== wanted.includes(n));
        assert.fail(`${what}: ${JSON.stringify(wrong.slice(0, 5))}`);
      }
      if (wanted.length > 0 && wanted.length < texts.length) found += 1;
    }
    assert.ok(found > 300, `${found} queries matched some texts`);
    assert.ok(patterns > 200, `${patterns} wildcards were converted to patterns`);
  },
);

test('a query with several conditions on the words of a text splits the text once', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context));
  await store.append(texts.map((text, n) => ({ ...message(text, { n }), ...(n % 3 === 0 && { fullMessage: text }) })));
  await store.settled();
  const index = onlyIndex(store);
  const within = (from: string, to: string) => (word: string) => word >= from && word <= to;
  const [early, late, digits] = [within('a', 'ab'), within('b', 'z'), within('1', '13')];
  const query =
    '(message:[a TO ab] OR message:[b TO z]) AND NOT message:[1 TO 13] AND NOT full_message:[b TO z] AND n:>10';
  const queries = [query, `${query} AND NOT full_message:[a TO ab] AND NOT full_message:[1 TO 13]`];
  for (const [at, text] of queries.entries()) {
    const node = readQuery(text, { allowLeadingWildcard: true });
    assert.ok(node);
    const parameters = new Parameters();
    const condition = await compileQuery(node, index, { parameters, now: 0 });
    assert.equal(condition.split('regexp_extract_all').length - 1, 2, condition);
    const column = index.fields.get('n')?.column ?? '';
    assert.ok(
      condition.indexOf(`${column} >`) < condition.indexOf('lambda words_of_'),
      'a cheap condition precedes the splitting into words',
    );
    const sql = `SELECT ${column} AS n FROM ${index.catalog}.messages WHERE ${condition} ORDER BY n`;
    const actual = (await store.query(...parameters.bind(sql))).map(({ n }) => Number(n));
    const wanted = words.flatMap((own, n) => {
      const isFound = n > 10 && (own.some(early) || own.some(late)) && !own.some(digits);
      const isOut = n % 3 === 0 && (own.some(late) || (at === 1 && (own.some(early) || own.some(digits))));
      return isFound && !isOut ? [n] : [];
    });
    assert.ok(wanted.length > 50, String(wanted.length));
    assert.deepEqual(actual, wanted);
  }
});
