/** Tests the summary of an input's states and metrics on its nodes (screens/data-intake.md I1a, I1b, F2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConfigField } from '../../../../api/contract/config-fields.js';
import type { InputState, InputStateSummary, InputSummary } from '../../../../api/contract/inputs.js';
import { figureNames, figuresOf } from '../../../../elements/admin/inputs/input-figures.js';
import {
  recognisedOf,
  stateOfInput,
  troublesOf,
  type StatesByNode,
} from '../../../../elements/admin/inputs/input-state.js';
import { routes } from '../../../../elements/admin/inputs/routes.js';
import { wellText } from '../../../../elements/kit/configured/configuration-well.js';
import { extractorsRoute } from '../../../../elements/kit/extractor-routes.js';
import { nameFilter } from '../../../../elements/kit/name-filter.js';

const input: InputSummary = {
  id: 'i1',
  title: 'gelf',
  global: true,
  name: 'GELF UDP',
  content_pack: null,
  created_at: '2024-02-01T08:59:00.000Z',
  type: 'org.Gelf',
  creator_user_id: 'admin',
  attributes: {},
  static_fields: {},
  node: null,
};
const one = (state: InputState, detail: string | null = null, id = 'i1'): InputStateSummary => ({
  id,
  state,
  started_at: '2024-02-01T09:00:00.000Z',
  detailed_message: detail,
  message_input: input,
});
const stateShown = (global: boolean, states: StatesByNode, nodes: number) => {
  const { text, kind, running } = stateOfInput({ id: 'i1', global }, states, nodes);
  return [text, kind, running];
};

test('the inputs page shows the state of a local input, and counts of nodes by state for a global one', () => {
  assert.deepEqual(stateShown(false, { a: [one('RUNNING')] }, 2), ['RUNNING', 'success', true]);
  assert.deepEqual(stateShown(false, { a: [one('STARTING')] }, 1), ['STARTING', 'info', true]);
  assert.deepEqual(stateShown(false, { a: [one('STOPPED')] }, 1), ['STOPPED', 'danger', false]);
  assert.deepEqual(stateShown(false, { a: [one('FAILING', 'slow')] }, 1), ['FAILING', 'warning', true]);
  assert.deepEqual(stateShown(true, { a: [one('RUNNING')], b: [one('RUNNING')] }, 2), ['2 RUNNING', 'success', true]);
  // The worst state comes first and determines the colour.
  assert.deepEqual(stateShown(true, { a: [one('RUNNING')], b: [one('FAILED')] }, 2), [
    '1 FAILED, 1 RUNNING',
    'danger',
    true,
  ]);
});

test('the inputs page reports nodes that do not answer, and inputs that no node runs', () => {
  assert.deepEqual(stateShown(true, { a: [one('RUNNING')], b: null }, 2), ['1 RUNNING', 'warning', true]);
  assert.deepEqual(stateShown(true, { a: [], b: null }, 2), ['0 RUNNING', 'warning', false]);
  assert.deepEqual(stateShown(false, { a: [one('RUNNING', null, 'other')] }, 1), ['NOT RUNNING', 'warning', false]);
});

test('the inputs page shows once why an input does not run, and nothing for a running input', () => {
  const troubles = (states: StatesByNode) => troublesOf(stateOfInput(input, states, 2));
  assert.deepEqual(troubles({ a: [one('FAILED', 'taken')], b: [one('FAILED', 'taken')] }), ['taken']);
  assert.deepEqual(troubles({ a: [one('RUNNING', 'was slow')], b: [one('STOPPED')] }), []);
  assert.deepEqual(troubles({ a: [{ ...one('RUNNING'), remark: 'of many' }] }), ['of many']);
});

test('the inputs page lists line formats with a few sources, across all nodes', () => {
  const recognised = (...sources: readonly string[]) => ({
    ...one('RUNNING'),
    recognised: sources.map((source) => ({ source, format: source.startsWith('a') ? 'syslog' : 'logfmt' })),
  });
  const text = (states: StatesByNode) =>
    recognisedOf(stateOfInput(input, states, 2))?.replaceAll(/[\u2066-\u2069]/g, '');
  assert.equal(text({ a: [one('RUNNING')] }), undefined);
  assert.equal(text({ a: [recognised('a.log')], b: [recognised('a.log')] }), 'Recognised: syslog (a.log)');
  assert.equal(
    text({ a: [recognised('a1', 'b1', 'a2')], b: [recognised('a3', 'a4', 'a5')] }),
    'Recognised: syslog (a1, a2, a3, 2 more); logfmt (b1)',
  );
});

test('the inputs page sums metrics over nodes; a metric that no node reports is unknown', () => {
  assert.equal(figureNames([input]).length, 10);
  const nodes = [
    { 'org.Gelf.i1.incomingMessages': 2, 'org.Gelf.i1.read_bytes_total': 5, 'org.Gelf.i2.read_bytes_total': 9 },
    { 'org.Gelf.i1.incomingMessages': 3 },
  ];
  assert.deepEqual(figuresOf(input, nodes), { incomingMessages: 5, read_bytes_total: 5 });
});

test('the inputs page escapes hostile ids in addresses', () => {
  assert.equal(extractorsRoute({ inputId: 'i/1' }), '/system/inputs/i%2F1/extractors');
  assert.equal(extractorsRoute({ inputId: 'i1', nodeId: 'n1' }), '/system/inputs/n1/i1/extractors');
  assert.equal(routes.received('i1'), '/search?rangetype=relative&relative=0&q=gl2_source_input%3Ai1');
});

const field = (more: Partial<ConfigField>): ConfigField => ({
  type: 'text',
  human_name: 'F',
  description: null,
  default_value: null,
  is_optional: true,
  is_encrypted: false,
  position: 100,
  attributes: [],
  additional_info: {},
  ...more,
});

test('the inputs page shows a configuration without its secrets', () => {
  const fields = { word: field({ attributes: ['IS_PASSWORD'] }), key: field({ is_encrypted: true }) };
  const shown: [name: string, value: unknown, text: string][] = [
    ['word', 'secret', '********'],
    ['word', '', '<empty>'],
    ['key', { is_set: true }, '********'],
    ['key', { is_set: false }, '<empty>'],
    ['other', { is_set: true }, '********'],
    ['list', ['a', 'b'], 'a, b'],
    ['list', [], '<empty>'],
    ['port', 0, '0'],
    ['flag', false, 'false'],
    ['constructor', 'x', 'x'],
    ['none', null, '<empty>'],
  ];
  for (const [name, value, text] of shown) assert.equal(wellText(fields, name, value), text, name);
});

test('the inputs page ignores a filter that is no valid regular expression', () => {
  assert.ok(nameFilter('^SH')?.test('shop'));
  assert.equal(nameFilter('('), undefined);
});
