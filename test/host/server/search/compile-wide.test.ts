/**
 * A query with many words must be compiled to SQL for an index with many columns without comparing each word with each
 * column. The test counts the work, because a time would depend on the machine. test/bench measures the time.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileQuery, readQuery } from '../../../../host/server/search/compile.js';
import { Parameters } from '../../../../host/server/search/parameters.js';
import type { StoredField, StoredIndex } from '../../../../host/server/store/types.js';

const words = 1024;
/** Fields of an index with the maximum number of columns, of all types. */
const fields: readonly StoredField[] = [
  { name: 'message', column: 'message', type: 'text', tokenColumn: 'message_tok' },
  { name: 'full_message', column: 'full_message', type: 'text', tokenColumn: 'full_message_tok' },
  ...Array.from({ length: 998 }, (_unused, at): StoredField => {
    const type = (['keyword', 'long', 'double', 'date', 'boolean'] as const)[at % 5] ?? 'keyword';
    return { name: `f${at}`, column: `f${at}`, type };
  }),
];
/** Number of reads of a field's type: the steps of the compilation in which a column is examined. */
let examined = 0;
for (const field of fields) {
  const { type } = field;
  Object.defineProperty(field, 'type', {
    enumerable: true,
    get: () => {
      examined += 1;
      return type;
    },
  });
}
// Compiling a query reads only the fields of an index, hence the cast.
const index = { fields: new Map(fields.map((field) => [field.name, field])) } as unknown as StoredIndex;

const wordsOf = (wordOf: (at: number) => string): string =>
  Array.from({ length: words }, (_each, at) => wordOf(at)).join(' ');
const queries: Readonly<Record<string, string>> = {
  words: wordsOf((at) => `word${at}`),
  'words of two parts': wordsOf((at) => `word-${at}`),
  numbers: wordsOf((at) => `${at}`),
  dates: wordsOf((at) => `2026-01-${String((at % 28) + 1).padStart(2, '0')}`),
  truths: wordsOf((at) => (at % 2 === 0 ? 'true' : 'false')),
};

for (const [name, text] of Object.entries(queries))
  test(`a query of 1,024 ${name} is compiled in few steps for an index with 1,000 columns`, async () => {
    const query = readQuery(text, { allowLeadingWildcard: false });
    assert.ok(query);
    examined = 0;
    try {
      const parameters = new Parameters();
      const [sql, values] = parameters.bind(await compileQuery(query, index, { parameters, now: 0 }));
      assert.ok(sql.length < 1_000_000, `the statement has ${sql.length} characters`);
      assert.ok(values.length < 3 * words, `the statement has ${values.length} parameters`);
    } catch (error) {
      assert.match(String(error), /more than 20000 comparisons/);
    }
    // Comparing each word with each column would be a million steps.
    assert.ok(examined < 10 * (words + fields.length), `columns were examined ${examined} times`);
  });

test('each column is compared only with words that its type can contain', async () => {
  const parameters = new Parameters();
  const query = readQuery(
    `${wordsOf((at) => `w${at}`)
      .split(' ')
      .slice(0, 900)
      .join(' ')} 7 true 2026-01-02`,
    { allowLeadingWildcard: false },
  );
  assert.ok(query);
  const [sql, values] = parameters.bind(await compileQuery(query, index, { parameters, now: 0 }));
  for (const condition of [/f0\)/, /f1 = \$\d+/, /f2 = \$\d+::DOUBLE/, /f3 BETWEEN \$\d+ AND \$\d+/, /f4 = true/])
    assert.match(sql, condition);
  assert.doesNotMatch(sql, /f4 = false/);
  assert.ok(values.some((value) => Array.isArray(value) && value.includes('w899') && value.includes('true')));
});

test('compiling a long query pauses whenever the time of a turn is over', async (context) => {
  const query = readQuery(wordsOf((at) => `w${at}`).replaceAll(' ', ' AND '), { allowLeadingWildcard: false });
  assert.ok(query);
  const few = { ...index, fields: new Map([...index.fields].slice(0, 10)) };
  // Each reading of the clock advances it by a millisecond. So the number of pauses does not depend on the machine.
  let now = performance.now();
  context.mock.method(performance, 'now', () => (now += 1));
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await compileQuery(query, few, { parameters: new Parameters(), now: 0 });
  isDone = true;
  assert.ok(turns > words / 20, `${turns} turns`);
});
