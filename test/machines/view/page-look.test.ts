/** The address of a search contains columns, sorting, stacking, open message, tab and question beside the query. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageTableConfig } from '../../../api/contract/views.schema.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { draftOf, stateOf, updateWidget } from '../../../machines/view/document.js';
import { documentAfter, withAddress } from '../../../machines/view/edits.js';
import { randomIds } from '../../../machines/view/ids.js';
import {
  commonLook,
  fitsAddress,
  hasOwnLook,
  linkedTable,
  lookOfEntry,
  ownLook,
  type PageLook,
} from '../../../machines/view/page-look.js';
import { readPageLook, writePageLook } from '../../../machines/view/page-look-address.js';
import { draftOfView } from '../../../machines/view/view-draft.js';

const document = defaultSearch({ createdAt: '2026-01-01T00:00:00.000Z' }, randomIds);
const [activeQuery = ''] = Object.keys(document.view.state);
const shown = { document, activeQuery, stored: undefined, source: { kind: 'new' as const } };

const addresses: readonly [look: PageLook, parameters: string][] = [
  [{}, ''],
  [{ columns: ['timestamp', 'took_ms'] }, 'columns=timestamp%2Ctook_ms'],
  [{ columns: ['a,b', '50%', 'c'] }, 'columns=a%252Cb%2C50%2525%2Cc'],
  [{ sort: { field: 'a:desc', ascending: true } }, 'sort=a%3Adesc%3Aasc'],
  [{ stacking: { by: 'field', field: 'level' } }, 'stack=field%3Alevel'],
  [{ stacking: { by: 'nothing' } }, 'stack=nothing'],
  [{ message: { index: 'graylog_0', id: 'x-1' }, tab: 'patterns' }, 'message=graylog_0%2Fx-1&tab=patterns'],
  [{ tab: 'patterns', patternOrder: 'rare' }, 'tab=patterns&patterns=rare'],
  [{ patternOrder: 'changed' }, 'patterns=changed'],
  [{ compared: 'group level:3 AND a' }, 'different=group+level%3A3+AND+a'],
  [{ question: 'p95 of took_ms by resource' }, 'question=p95+of+took_ms+by+resource'],
  [{ question: 'count by a&b', answer: 'time' }, 'question=count+by+a%26b&answer=time'],
  [{ computed: '{"verb":"x"}' }, 'computed=%7B%22verb%22%3A%22x%22%7D'],
];
for (const [look, parameters] of addresses) {
  test(`the display settings ${parameters || 'of an unchanged search'} are written to the address and read back`, () => {
    assert.equal(
      writePageLook('q=x&columns=old&tab=patterns', look).toString(),
      `q=x${parameters && '&'}${parameters}`,
    );
    assert.deepEqual(readPageLook(parameters), look);
  });
}

for (const broken of [
  'columns=,,',
  'sort=took_ms',
  'sort=:asc',
  'stack=field:',
  'stack=x',
  'message=a',
  'tab=x',
  'patterns=x',
  'question=+',
  'answer=time',
  'computed=verb',
]) {
  test(`the unreadable parameter ${broken} is ignored`, () => assert.deepEqual(readPageLook(broken), {}));
}
test('at most 100 columns are read, and each once', () => {
  const columns = Array.from({ length: 300 }, (_, at) => `f${at % 150}`).join(',');
  assert.equal(readPageLook(`columns=${columns}`).columns?.length, 100);
});

test('a question or comparison is read as a whole or not at all, and only known forms of the answer', () => {
  const most = 2000 - 'question='.length;
  const { question, answer } = readPageLook(`question=${'x'.repeat(most)}&answer=pie`);
  assert.equal(question?.length, most);
  assert.equal(answer, undefined);
  assert.deepEqual(readPageLook(`question=${'x'.repeat(2001)}&different=${'x'.repeat(2001)}`), {});
  // A letter outside ASCII occupies at least six characters of an address.
  const umlauts = new URLSearchParams({ question: 'ä'.repeat(1000), different: 'ä'.repeat(1000) });
  assert.deepEqual(readPageLook(umlauts), {});
});

const look = {
  columns: ['timestamp', 'took_ms'],
  sort: { field: 'took_ms', ascending: false },
  stacking: { by: 'field', field: 'resource' },
} as const;

const newColumns = ['timestamp', 'source'];

test('a new search is opened with the display settings of the address, and writes the same address', () => {
  const opened = withAddress(document, activeQuery, { look }, randomIds);
  assert.deepEqual(ownLook({ ...shown, document: opened }), look);
  assert.notEqual(opened.search.id, document.search.id, 'a different sorting needs a new search');
});

test('a link names the columns of a new search, because its reader may have used other columns last', () => {
  assert.deepEqual(ownLook(shown), { columns: newColumns });
  const list = { fields: ['timestamp', 'took_ms'], look: {} };
  const remembered = defaultSearch({ createdAt: '2026-01-01T00:00:00.000Z', list }, randomIds);
  const [queryId = ''] = Object.keys(remembered.view.state);
  const read = withAddress(remembered, queryId, { look: { columns: newColumns } }, randomIds);
  const table = stateOf(read, queryId).widgets.find(({ type }) => type === 'messages');
  assert.deepEqual((table?.config as MessageTableConfig).fields, newColumns);
});

const definitions = { verb: JSON.stringify({ kind: 'regex', source: 'message', pattern: String.raw`^(\w+) "` }) };
const declare = (controls: Readonly<Record<string, string>>) =>
  documentAfter(
    document,
    activeQuery,
    { type: 'parameters.declared', parameters: [], kind: 'computed_field', controls },
    randomIds,
  );

test('a link contains the fields that the page computes, and opens with them', () => {
  const declared = declare(definitions);
  assert.notEqual(declared.search.id, document.search.id, 'the fields change the results');
  const parameters = writePageLook('', ownLook({ ...shown, document: declared }) ?? {});
  const opened = withAddress(document, activeQuery, { look: readPageLook(parameters) }, randomIds);
  assert.deepEqual(stateOf(opened, activeQuery).titles?.['computed_field'], definitions);
  const back = documentAfter(opened, activeQuery, { type: 'page.looked', look: commonLook(shown) }, randomIds);
  assert.equal(stateOf(back, activeQuery).titles?.['computed_field'], undefined);
  assert.notEqual(back.search.id, opened.search.id, 'without the fields the results differ');
});

test('computed fields that are too long for an address are left out of it, and going back does not remove them', () => {
  const declared = declare({ verb: 'x'.repeat(4000) });
  const escaped = declare({ verb: '\\'.repeat(700) });
  assert.equal(fitsAddress(escaped, activeQuery), false, 'escaped characters count three times');
  assert.equal(fitsAddress(document, activeQuery), true);
  assert.equal(fitsAddress(declared, activeQuery), false);
  assert.equal(ownLook({ ...shown, document: declared })?.computed, undefined);
  const look = lookOfEntry({ ...shown, document: declared }, {}, undefined);
  const back = documentAfter(declared, activeQuery, { type: 'page.looked', look }, randomIds);
  assert.equal(back.view.state[activeQuery]?.titles?.['computed_field']?.['verb']?.length, 4000);
  assert.deepEqual(readPageLook(`computed={${'x'.repeat(4000)}}`), {});
});

const draftIn = (edited: typeof document, stored?: typeof document) => ({
  draft: draftOfView({ document: edited, activeQuery, stored }, true),
});

test('the computed fields of a history entry are those of its address, or those of its draft', () => {
  const none = shown.document;
  const long = declare({ verb: 'x'.repeat(4000) });
  const named = { computed: JSON.stringify(definitions) };
  const cases = [
    ['the draft restores fields that are too long for an address', none, {}, draftIn(long), long],
    ['the draft of a search without computed fields removes them', long, {}, draftIn(none), none],
    ['the address counts without a draft', long, named, { draft: undefined }, declare(definitions)],
    ['an address without fields removes those that an address can contain', declare(definitions), {}, undefined, none],
  ] as const;
  for (const [name, before, requested, entry, expected] of cases) {
    const state = { ...shown, document: before };
    const look = lookOfEntry(state, requested, entry);
    const moved = documentAfter(before, activeQuery, { type: 'page.looked', look }, randomIds);
    const fieldsOf = (one: typeof document) => stateOf(one, activeQuery).titles?.['computed_field'];
    assert.deepEqual(fieldsOf(moved), fieldsOf(expected), name);
  }
});

test('the computed fields of an entry of a stored search are the stored ones, unless its draft fits', () => {
  const [none, long, other] = [document, declare({ verb: 'x'.repeat(4000) }), declare({ verb: 'y'.repeat(4000) })];
  const renamed = { ...none, view: { ...none.view, title: 'Changed by somebody' } };
  const named = { computed: JSON.stringify(definitions) };
  const cases = [
    ['an entry without a draft is as stored', none, long, {}, { draft: undefined }, none],
    ['stored fields can be too long for an address', long, other, {}, { draft: undefined }, long],
    ['the address counts without a draft', none, long, named, { draft: undefined }, declare(definitions)],
    ['the draft of this version counts', none, none, {}, draftIn(long, none), long],
    ['the draft of an older version is ignored', renamed, none, {}, draftIn(long, none), none],
    ['long fields stay when the page is still at the same entry', none, long, {}, undefined, long],
  ] as const;
  for (const [name, stored, before, requested, entry, expected] of cases) {
    const source = { kind: 'stored', viewId: stored.view.id } as const;
    const look = lookOfEntry({ document: before, activeQuery, stored, source }, requested, entry);
    const moved = documentAfter(before, activeQuery, { type: 'page.looked', look }, randomIds);
    const fieldsOf = (one: typeof document) => stateOf(one, activeQuery).titles?.['computed_field'];
    assert.deepEqual(fieldsOf(moved), fieldsOf(expected), name);
  }
});

test('definitions of computed fields in an address are ignored if they are no texts', () => {
  const opened = withAddress(
    document,
    activeQuery,
    { look: { computed: '{"a":1,"b":"{}","__proto__":"x"}' } },
    randomIds,
  );
  assert.deepEqual(Object.keys(stateOf(opened, activeQuery).titles?.['computed_field'] ?? {}), ['b', '__proto__']);
  const broken = withAddress(document, activeQuery, { look: { computed: '{broken}' } }, randomIds);
  assert.equal(stateOf(broken, activeQuery).titles?.['computed_field'], undefined);
});

test('going back in the browser restores the default display settings', () => {
  const opened = withAddress(document, activeQuery, { look }, randomIds);
  const state = { ...shown, document: opened };
  const back = documentAfter(opened, activeQuery, { type: 'page.looked', look: commonLook(state) }, randomIds);
  assert.deepEqual(ownLook({ ...shown, document: back }), { columns: newColumns });
});

test('the display settings of a saved search are compared with its stored version', () => {
  const stored = withAddress(document, activeQuery, { look }, randomIds);
  const source = { kind: 'stored', viewId: stored.view.id } as const;
  assert.deepEqual(ownLook({ document: stored, activeQuery, stored, source }), {});
  assert.deepEqual(ownLook({ document, activeQuery, stored, source }), {
    columns: ['timestamp', 'source'],
    sort: { field: 'timestamp', ascending: false },
    stacking: { by: 'level' },
  });
});

test('the display settings in an address are those of the first message table, if there is one', () => {
  const table = stateOf(document, activeQuery).widgets.find(({ type }) => type === 'messages');
  assert.ok(table);
  assert.equal(linkedTable(document, activeQuery), table.id);
  const without = updateWidget(document, activeQuery, { ...table, type: 'text' });
  assert.equal(linkedTable(without, activeQuery), undefined);
  assert.deepEqual(ownLook({ ...shown, document: without }), {});
  assert.deepEqual((table.config as MessageTableConfig).fields, commonLook(shown).columns);
});

test('dashboards and foreign searches have no display settings in the address', () => {
  assert.equal(
    ownLook({ ...shown, document: { ...document, view: { ...document.view, type: 'DASHBOARD' } } }),
    undefined,
  );
  assert.equal(ownLook({ ...shown, source: { kind: 'given', document } }), undefined);
  const dashboard = { ...document, view: { ...document.view, type: 'DASHBOARD' as const } };
  const source = { kind: 'stored', viewId: document.view.id } as const;
  assert.equal(hasOwnLook({ document: dashboard, activeQuery, stored: dashboard, source }), false);
});

test('the messages of a trace are read oldest first as soon as the query selects the trace', () => {
  const ask = (before: typeof document, queryString: string) => {
    const { timeRange, streams } = draftOf(before, activeQuery);
    const draft = { queryString, timeRange, streams };
    return documentAfter(before, activeQuery, { type: 'draft.submitted', draft }, randomIds);
  };
  const sortOf = (state: typeof document) => {
    const table = stateOf(state, activeQuery).widgets.find(({ type }) => type === 'messages');
    return (table?.config as MessageTableConfig).sort.map(({ field, direction }) => `${field} ${direction}`);
  };
  const trace = ask(document, 'trace_id:"4bf92f35"');
  assert.deepEqual(sortOf(trace), ['timestamp Ascending']);
  assert.deepEqual(ownLook({ ...shown, document: trace }), { columns: newColumns }, 'the address needs no sorting');
  assert.deepEqual(sortOf(ask(trace, 'level:3')), ['timestamp Descending']);
  const newestFirst = withAddress(
    trace,
    activeQuery,
    { look: { sort: { field: 'timestamp', ascending: false } } },
    randomIds,
  );
  assert.deepEqual(sortOf(ask(newestFirst, 'trace_id:"4bf92f35" AND span_id:"00f0"')), ['timestamp Descending']);
  const slowest = withAddress(document, activeQuery, { look }, randomIds);
  assert.deepEqual(sortOf(ask(slowest, 'trace_id:"4bf92f35"')), ['took_ms Descending']);
  const dashboard = { ...document, view: { ...document.view, type: 'DASHBOARD' as const } };
  assert.deepEqual(sortOf(ask(dashboard, 'trace_id:"4bf92f35"')), ['timestamp Descending']);
});
