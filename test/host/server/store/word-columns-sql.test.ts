/** Tests that a scan splits a text into the same words as the inverted index. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { isAscii, tokenText } from '../../../../host/server/store/tokenize.js';
import { holdingSql, wordsSql } from '../../../../host/server/store/word-columns-sql.js';
import type { StoredField } from '../../../../host/server/store/types.js';
import { createRandom } from '../../../bench/seed.js';
import { message, onlyIndex, open, temporaryDirectory } from './opened-store.js';

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const kinds = ['a', 'Z', '7', '_', '.', "'", ',', ' '];

/** Texts with every ASCII character, single and doubled, between all pairs of character kinds. */
const between = ascii.flatMap((sign) =>
  kinds.flatMap((left) => kinds.flatMap((right) => [left + sign + right, left + sign + sign + right])),
);
const hostile = [
  '',
  ' ',
  '\0',
  'a\0b',
  ...['a.b.c', 'ab.cd.ef', 'a.b.c.', '.a.b.c', 'a..b', 'a.b..c', "a.'b", "a'b'c", "it's", "'it's'", "it''s", 'end.'],
  ...['1,2,3', '1.2.3.4', '1,2.3', "1'2", '1.,2', '1,000.5', ',1', '1,', '.5', '5.', 'a,b', 'a1.2b', 'a1.b', '1a.b1'],
  ...['_._', '_.a', 'a._', "_'_", '_,_', '__', 'a_b', '_1_', '1_.5', 'x_y.z', 'v1.x', 'x.1v', '10.0.0.1:514', '1.2.3.'],
  ...[
    'A.B',
    "O'NEIL",
    'www.Example.ORG/index.html?q=1',
    '{"key":"value","n":1}',
    '$1 $2',
    "'; DROP TABLE m; --",
    '\\1',
  ],
  ...['ünï.cødé', 'Größe a.b', 'ß.a', '\u212aelvin', 'İ', 'ſ', 'a\u0301.b', '日本語 a.b', '\ud800', '😀 a', 'a’b'],
  ...["a.'".repeat(3000), '1,'.repeat(3000), 'a.'.repeat(3000), 'x'.repeat(70_000), 'w '.repeat(40_000)],
];

/** Random texts, some with characters whose word boundaries are difficult. */
const random = createRandom(11);
const signs = [..."aZ09_.',  -"];
const randomTexts = Array.from({ length: 3000 }, (_, n) => {
  const from = n % 3 === 0 ? ascii : signs;
  return Array.from({ length: Math.floor(random() * 24) }, () => from[Math.floor(random() * from.length)]).join('');
});

async function stored(context: TestContext, texts: readonly (string | undefined)[], fullTexts: typeof texts) {
  const { store } = await open(context, await temporaryDirectory(context));
  await store.append(
    texts.map((text, n) => ({
      ...message(text ?? '', { n }),
      ...(fullTexts[n] !== undefined && { fullMessage: fullTexts[n] }),
    })),
  );
  await store.settled();
  const index = onlyIndex(store);
  const column = index.fields.get('n')?.column ?? '';
  const read = async (sql: string): Promise<unknown[]> => {
    const rows = await store.query(`SELECT ${sql} AS v FROM ${index.catalog}.messages ORDER BY ${column}`, []);
    return rows.map(({ v }) => v);
  };
  const field = (name: string): StoredField => {
    const found = index.fields.get(name);
    assert.ok(found);
    return found;
  };
  return { read, field };
}

test('the SQL expression finds the same words as the tokenizer', async (context) => {
  const texts = [...between, ...hostile, ...randomTexts];
  const { read, field } = await stored(context, texts, texts);
  for (const name of ['message', 'full_message']) {
    const found = await read(wordsSql(field(name)));
    const holding = await read(holdingSql(field(name)));
    assert.equal(found.length, texts.length);
    for (const [at, text] of texts.entries()) {
      const expected = tokenText(text);
      if (found[at] !== expected) assert.equal(found[at], expected, JSON.stringify(text.slice(0, 100)));
      const missing = expected
        .trim()
        .split(' ')
        .find((word) => !String(holding[at]).includes(word));
      assert.equal(missing, undefined, JSON.stringify(text.slice(0, 100)));
    }
  }
});

test('the words of ASCII text are not stored, those of other text are', async (context) => {
  const texts = hostile;
  const { read, field } = await stored(context, texts, texts);
  for (const name of ['message', 'full_message'])
    assert.deepEqual(
      await read(field(name).tokenColumn ?? ''),
      texts.map((text) => (isAscii(text) ? null : tokenText(text))),
    );
});

test('a missing text is distinguished from a text without words', async (context) => {
  const { read, field } = await stored(context, ['', '', '', ''], [undefined, '', '--', 'ä']);
  assert.deepEqual(await read(wordsSql(field('full_message'))), [null, '', '', ' ä ']);
});

test('words that are stored are split into the same words again', () => {
  for (const text of [...hostile, ...randomTexts]) {
    const words = tokenText(text);
    if (tokenText(words) !== words) assert.equal(tokenText(words), words, JSON.stringify(text.slice(0, 100)));
  }
});
