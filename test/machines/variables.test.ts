import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Parameter } from '../../api/contract/searches.js';
import { boundValues, titleWith, type ValueWords } from '../../machines/variable-values.js';
import {
  declarationsOf,
  usedNames,
  variableKind,
  variablesOf,
  withVariable,
  type Variable,
} from '../../machines/variables.js';
import { readVariables, withoutGone, writeVariables } from '../../machines/variable-address.js';
import { newWidget } from '../../machines/view/default-view.js';
import { addWidget, queryIds, stateOf, type ViewDocument } from '../../machines/view/document.js';
import { documentAfter } from '../../machines/view/edits.js';
import { historyAfter, noHistory, stepped } from '../../machines/view/history.js';
import { createPage } from '../../machines/view/pages.js';
import { emptyDashboard } from '../../machines/view/transfer.js';
import { countingIds } from './fixtures.js';

const ids = countingIds();
const words: ValueWords = {
  all: 'All',
  between: (from, to) => `${from} to ${to}`,
  from: (from) => `from ${from}`,
  to: (to) => `up to ${to}`,
};
const host: Variable = { name: 'host', title: 'Host', kind: 'select', field: 'source', several: true, value: [] };
const took: Variable = { name: 'took', title: '', kind: 'range', field: '', several: false, value: { from: 500 } };

function dashboard(): ViewDocument {
  const empty = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'jane' }, ids);
  const widget = {
    ...newWidget('messages', {}, ids),
    query: { type: 'elasticsearch' as const, query_string: 'source:$host$ AND $user$' },
  };
  const [first = ''] = queryIds(empty);
  return createPage(addWidget(empty, first, { widget, title: 'Messages of $host$' }), ids);
}

const declare = (document: ViewDocument, variables: readonly Variable[]): ViewDocument =>
  documentAfter(
    document,
    queryIds(document)[0] ?? '',
    { type: 'parameters.declared', kind: variableKind, ...declarationsOf(variables, document) },
    ids,
  );

test('declared variables are parameters of the contract, and read back as they were declared', () => {
  const before = dashboard();
  const after = declare(before, [host, took]);
  assert.deepEqual(after.search.parameters, [
    {
      type: 'value-parameter-v1',
      name: 'host',
      data_type: 'any',
      description: '',
      title: 'Host',
      default_value: [],
      optional: true,
    },
    {
      type: 'value-parameter-v1',
      name: 'took',
      data_type: 'any',
      description: '',
      title: '',
      default_value: { from: 500 },
      optional: true,
    },
  ]);
  assert.notEqual(after.search.id, before.search.id, 'the search is stored anew');
  assert.equal(after.view.search_id, after.search.id);
  assert.deepEqual(variablesOf(after), [host, took]);
  // The settings survive the removal of any page, and titles are texts by kind, as the contract demands.
  for (const id of queryIds(after)) {
    const settings = stateOf(after, id).titles?.[variableKind] ?? {};
    assert.deepEqual(Object.keys(settings), ['host', 'took']);
    assert.ok(Object.values(settings).every((one) => typeof one === 'string'));
  }
  const none = declare(after, []);
  assert.deepEqual(none.search.parameters, []);
  assert.ok(queryIds(none).every((id) => stateOf(none, id).titles?.[variableKind] === undefined));
});

test('declaring variables keeps parameters of other tools, and a declaration can be undone', () => {
  const lookup: Parameter = { type: 'lut-parameter-v1', name: 'team' };
  const foreign: Parameter = { type: 'value-parameter-v1', name: 'old', title: 'Old', default_value: 3 };
  const start = dashboard();
  const before = { ...start, search: { ...start.search, parameters: [lookup, foreign] } };
  const [old] = variablesOf(before);
  assert.deepEqual(old, { name: 'old', title: 'Old', kind: 'text', field: '', several: false, value: '3' });
  const after = declare(before, [host]);
  assert.deepEqual(
    after.search.parameters?.map(({ name }) => name),
    ['team', 'host'],
  );
  const undone = stepped(historyAfter(noHistory, before, 'parameters.declared'), after, 'undo', ids);
  assert.deepEqual(undone?.document.search.parameters, [lookup, foreign]);
});

test('damaged settings of a control count as absent', () => {
  const document = declare(dashboard(), [host]);
  const [first = ''] = queryIds(document);
  const state = stateOf(document, first);
  for (const text of ['{', '[]', 'null', '{"kind":7}']) {
    const damaged = { ...state, titles: { [variableKind]: { host: text } } };
    const view = { ...document.view, state: { [first]: damaged } };
    assert.equal(variablesOf({ ...document, view })[0]?.kind, 'text', text);
  }
});

test('names of variables are found in queries, titles and texts', () => {
  assert.deepEqual(usedNames(dashboard()), ['host', 'user']);
  const document = dashboard();
  const [first = ''] = queryIds(document);
  const state = stateOf(document, first);
  const text = { ...newWidget('text', { text: '# Of $team$' }, ids) };
  const view = { ...document.view, state: { [first]: { ...state, widgets: [...state.widgets, text] } } };
  assert.deepEqual(usedNames({ ...document, view }), ['host', 'user', 'team']);
});

test('titles show the values of variables', () => {
  const values = boundValues(declare(dashboard(), [host, took]).search.parameters ?? [], {
    other: { type: 'value', value: ['a', 'b'] },
    span: { type: 'value', value: { from: 1, to: 2 } },
    low: { type: 'value', value: { to: 9 } },
  });
  assert.equal(
    titleWith('$host$, $took$, $other$, $span$, $low$, $none$ costs 5$', values, words),
    'All, from 500, a, b, 1 to 2, up to 9, $none$ costs 5$',
  );
});

test('addresses contain variable values of every kind, and hostile addresses are bounded', () => {
  const bindings = {
    host: { type: 'value', value: ['a b', 'c&d'] },
    one: { type: 'value', value: '*:*' },
    all: { type: 'value', value: [] },
    took: { type: 'value', value: { from: -1.5, to: 9 } },
  };
  const written = writeVariables('page=p&var-gone=x&var-gone.from=1', bindings);
  assert.equal(
    written.toString(),
    'page=p&var-host=a+b&var-host=c%26d&var-one=*%3A*&var-all=&var-took.from=-1.5&var-took.to=9',
  );
  assert.deepEqual(readVariables(written), bindings);
  assert.deepEqual(readVariables('var-=1&var-a-b=1&var-__proto__=x&var-t.from=Infinity&var-t.to=zehn&q=1'), {});
  const many = new URLSearchParams(Array.from({ length: 1000 }, (_, index) => [`var-n${index}`, 'x'.repeat(5000)]));
  const read = Object.values(readVariables(many));
  assert.equal(read.length, 30);
  assert.ok(read.every(({ value }) => (value as string).length === 1000));
});

test('a variable with its declared value needs no binding', () => {
  const chosen = withVariable({}, took, { from: 5 });
  assert.deepEqual(chosen, { took: { type: 'value', value: { from: 5 } } });
  assert.deepEqual(withVariable(chosen, took, { from: 500 }), {});
});

test('a variable that is no longer declared leaves the address; one that was never declared stays', () => {
  const bindings = { host: { type: 'value', value: 'a' }, other: { type: 'value', value: 'b' } };
  assert.deepEqual(Object.keys(withoutGone(bindings, new Set(['host']), [])), ['other']);
  assert.deepEqual(withoutGone(bindings, new Set(['host']), ['host']), bindings);
});
