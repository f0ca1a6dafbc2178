import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FieldType, Suggestions } from '../../../api/contract/searches.js';
import { contextAt } from '../../../api/language/index.js';
import {
  isEnumerable,
  mostOffers,
  nameOffers,
  narrowed,
  valueOffers,
  wantsNames,
} from '../../../elements/search/query/completions.js';

const field = (name: string, type = 'string', enumerable = true): FieldType => ({
  name,
  type: { type, properties: enumerable ? ['enumerable'] : [], index_names: [] },
});
const fields = {
  inQuery: [field('source'), field('resource'), field('message', 'string', false), field('took_ms', 'long')],
  everywhere: [field('source'), field('session_id')],
};
const labels = (query: string) =>
  nameOffers(contextAt(query, query.length), fields, '(not in streams)').map(({ label }) => label);

describe('suggested names', () => {
  test('the suggestions list fields that start with the text, then those that contain it, then fields of other streams', () => {
    assert.deepEqual(labels('so'), ['source', 'resource']);
    assert.deepEqual(labels('s'), ['source', '_exists_', 'message', 'resource', 'took_ms', 'session_id']);
  });

  test('the operators that are valid at the cursor are suggested', () => {
    assert.ok(labels('n').includes('NOT'));
    assert.ok(!labels('a').includes('AND'));
    assert.deepEqual(labels('ssh zz'), []);
    assert.deepEqual(
      labels('ssh ').filter((label) => /^[A-Z]+$/.test(label)),
      ['AND', 'NOT', 'OR'],
    );
    assert.deepEqual(
      labels('ssh AND ').filter((label) => /^[A-Z]+$/.test(label)),
      ['NOT'],
    );
  });

  test('the suggestions mark fields of other streams, and contain a field of both once', () => {
    const offers = nameOffers(contextAt('s', 1), fields, '(not in streams)');
    assert.equal(offers.find(({ label }) => label === 'session_id')?.meta, 'string (not in streams)');
    assert.equal(offers.filter(({ label }) => label === 'source').length, 1);
  });

  test('names are inserted with a colon, except after _exists_:, and special characters are escaped', () => {
    const odd = { inQuery: [field('a b:c')], everywhere: [] };
    const insert = (query: string) => nameOffers(contextAt(query, query.length), odd, '')[0]?.insert;
    assert.equal(insert('a'), 'a\\ b\\:c:');
    assert.equal(insert('_exists_:a'), 'a\\ b\\:c');
    assert.equal(wantsNames(contextAt('_exists_:a', 10)), true);
    assert.equal(wantsNames(contextAt('source:a', 8)), false);
  });
});

describe('suggested values', () => {
  const answer: Suggestions = {
    field: 'source',
    input: 'w',
    suggestions: [
      { value: 'web-01', occurrence: 38210 },
      { value: 'we"b\\', occurrence: 1 },
    ],
    sum_other_docs_count: 0,
  };

  test('values are suggested only for enumerable fields', () => {
    assert.equal(isEnumerable(fields, 'source'), true);
    assert.equal(isEnumerable(fields, 'message'), false);
    assert.equal(isEnumerable(fields, 'unknown'), false);
  });

  test('suggested values are escaped outside quotes and unchanged inside quotes', () => {
    const escape = (value: string) => `<${value}>`;
    const inserts = (quoted: boolean) => valueOffers(answer, quoted, escape, String).map(({ insert }) => insert);
    assert.deepEqual(inserts(false), ['<web-01>', '<we"b\\>']);
    assert.deepEqual(inserts(true), ['web-01', 'we\\"b\\\\']);
  });

  test('suggestions are filtered from a complete answer without another request', () => {
    assert.equal(narrowed(answer, 'source', 'web')?.suggestions?.length, 1);
    assert.equal(narrowed(answer, 'source', ''), undefined);
    assert.equal(narrowed(answer, 'host', 'web'), undefined);
    assert.equal(narrowed({ ...answer, sum_other_docs_count: 3 }, 'source', 'web'), undefined);
    assert.equal(narrowed(undefined, 'source', 'web'), undefined);
  });
});

test('thousands of completions of fields and operators are limited and sorted', () => {
  const many = (prefix: string) =>
    Array.from({ length: 5_000 }, (_field, index) => field(`${prefix}_${(index * 7_919) % 5_000}`));
  const known = { inQuery: many('app'), everywhere: [...many('app'), ...many('system')] };
  const place = contextAt('app', 3);
  const offers = nameOffers(place, known, '(not in streams)');
  assert.equal(offers.length, mostOffers);
  assert.deepEqual(
    offers.slice(0, 3).map(({ label }) => label),
    ['app_0', 'app_1', 'app_10'],
  );
  const operator = nameOffers(contextAt('x a', 3), known, '').filter(({ kind }) => kind === 'operator');
  assert.deepEqual(
    operator.map(({ label }) => label),
    ['AND'],
  );
});
