import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRule } from '../../api/pipeline-language/index.js';
import {
  computedFieldsOf,
  definitionsOf,
  isComputedName,
  isNumberText,
  numericCaptures,
  ruleOfComputed,
  suggestedName,
  type ComputedField,
} from '../../machines/computed-fields.js';
import { executionState } from '../../machines/search-execution/results.js';
import { queryIds, stateOf } from '../../machines/view/document.js';
import { documentAfter } from '../../machines/view/edits.js';
import { emptyDashboard } from '../../machines/view/transfer.js';
import { computedKind } from '../../machines/view/titles.js';
import { countingIds } from './fixtures.js';

const fields: readonly ComputedField[] = [
  { name: 'verb', kind: 'regex', source: 'message', pattern: '(x)"(?<verb>[A-Z(]+)\\d', capture: 'verb' },
  { name: 'took', kind: 'grok', source: 'message', pattern: '%{NUMBER:took} ms', capture: 'took', number: true },
  { name: 'user', kind: 'key_value', source: 'message', pattern: 'user' },
  { name: 'who', kind: 'json', source: 'body.text', pattern: 'user.name' },
];

test('definitions are stored as texts on every page, read back, and sent with every search of the page', () => {
  const ids = countingIds();
  const empty = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'jane' }, ids);
  const [page = ''] = queryIds(empty);
  const controls = definitionsOf(fields);
  const parameters = empty.search.parameters ?? [];
  const document = documentAfter(
    empty,
    page,
    { type: 'parameters.declared', parameters, kind: computedKind, controls },
    ids,
  );
  assert.notEqual(document.search.id, empty.search.id, 'changed definitions make a new search');
  assert.deepEqual(computedFieldsOf(document, page), fields);
  const computed = stateOf(document, page).titles?.[computedKind];
  const request = { search: document.search, queryId: page, widgetMapping: {} };
  assert.deepEqual(executionState({ ...request, computed }).additional_parameters, { computed_fields: controls });
  assert.equal(executionState(request).additional_parameters, undefined);
  const none = documentAfter(
    document,
    page,
    { type: 'parameters.declared', parameters, kind: computedKind, controls: {} },
    ids,
  );
  assert.equal(stateOf(none, page).titles?.[computedKind], undefined);
});

test('damaged definitions of computed fields are left out, and names that no query can use are invalid', () => {
  const ids = countingIds();
  const empty = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'jane' }, ids);
  const [page = ''] = queryIds(empty);
  const titles = { [computedKind]: { a: '{', b: '[]', c: '{"kind":"x"}', d: '{"kind":"json","source":"m"}' } };
  const state = { [page]: { ...stateOf(empty, page), titles } };
  assert.deepEqual(computedFieldsOf({ ...empty, view: { ...empty.view, state } }, page), []);
  assert.deepEqual(['a_b', 'a.b-c', '@t', '', 'a b', '__proto__', 'a"'].map(isComputedName), [
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('each kind of computed field becomes a pipeline rule that can be parsed; groups of regular expressions count from 0', () => {
  for (const field of fields) {
    const rule = ruleOfComputed(field);
    assert.equal(parseRule(rule).problem, undefined, rule);
    assert.match(rule, new RegExp(`set_field\\(field: "${field.name}"`));
  }
  const [regex] = fields;
  assert.match(ruleOfComputed(regex as ComputedField), /\)\["1"\]/);
});

test('a key, or the last name of a path, is suggested as the name of its field', () => {
  const suggestions: readonly [Parameters<typeof suggestedName>[0], string, string][] = [
    ['key_value', 'cache_ms', 'cache_ms'],
    ['key_value', 'two words', ''],
    ['json', '$.cart.total', 'total'],
    ['json', "cart['items'][0]", '0'],
    ['json', '', ''],
    ['regex', 'took', ''],
    ['grok', '%{IP:client}', ''],
  ];
  for (const [kind, pattern, name] of suggestions) assert.equal(suggestedName(kind, pattern), name, pattern);
});

test('captures of a grok pattern with a number type are numbers', () => {
  const captures = (kind: ComputedField['kind'], pattern: string) => [...numericCaptures(kind, pattern)];
  const pattern = '%{WORD:verb} %{NUMBER:took:int} %{NUMBER:rate;float} %{NUMBER:raw} %{DATE:day;date}';
  assert.deepEqual(captures('grok', pattern), ['took', 'rate']);
  assert.deepEqual(captures('regex', pattern), []);
});

test('a text is a number only if searches read it as one', () => {
  for (const [text, expected] of [
    ['12', true],
    ['-1.5e3', true],
    ['GET', false],
    ['', false],
    ['12 ms', false],
    [' 12', false],
    ['12\n', false],
  ] as const)
    assert.equal(isNumberText(text), expected, text);
});
