import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromCallback } from 'xstate';
import { getSimplePaths } from 'xstate/graph';
import type { AbsoluteRange } from '../../api/contract/searches.js';
import type { ExportRequest } from '../../api/queries/exports.js';
import { RecordCounter } from '../../api/queries/exports.js';
import type { DownloadEvent, ExportInput } from '../../machines/export.js';
import {
  expectedMessages,
  exportFieldsOf,
  exportFileName,
  exportInputOf,
  exportLimitOf,
  exportMachine,
} from '../../machines/export.js';
import { documentOf, fixedIds } from './export-fixtures.js';
import { walk } from './transitions.js';

const range: AbsoluteRange = { type: 'absolute', from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T11:00:00.000Z' };
const table = (widgetId: string) => ({
  widgetId,
  title: `Table ${widgetId}`,
  searchTypeId: `type-${widgetId}`,
  fields: ['timestamp', 'source'],
  showMessageRow: true,
  range,
  total: 1_000,
});
const input = (viewType: ExportInput['viewType'], count: number, widgetId?: string): ExportInput => ({
  viewType,
  viewTitle: 'My view',
  tables: Array.from({ length: count }, (_item, index) => table(String(index))),
  widgetId,
  whole: { range: undefined, total: 40 },
  searchId: 'search',
  state: { global_override: { keep_queries: ['q'] } },
  timezone: 'Europe/Berlin',
});

/** Starts an export machine whose downloads are controlled by the test. */
function started(given: ExportInput) {
  const requests: ExportRequest[] = [];
  let tell: (event: DownloadEvent) => void = () => undefined;
  let stopped = 0;
  const download = fromCallback<DownloadEvent, ExportRequest>(({ input: request, sendBack }) => {
    requests.push(request);
    tell = sendBack;
    return () => (stopped += 1);
  });
  const actor = createActor(exportMachine.provide({ actors: { download } }), { input: given }).start();
  return { actor, requests, tell: (event: DownloadEvent) => tell(event), stopped: () => stopped };
}

test('the export dialog starts with the only exportable table, or with a choice between several tables', () => {
  const expected = [
    [input('SEARCH', 0), 'setting', undefined],
    [input('SEARCH', 1), 'setting', '0'],
    [input('SEARCH', 2), 'choosing', undefined],
    [input('DASHBOARD', 0), 'unavailable', undefined],
    [input('DASHBOARD', 1), 'choosing', undefined],
    [input('DASHBOARD', 2, '1'), 'setting', '1'],
  ] as const;
  for (const [given, state, widgetId] of expected) {
    const snapshot = createActor(exportMachine, { input: given }).start().getSnapshot();
    assert.deepEqual([snapshot.value, snapshot.context.table?.widgetId], [state, widgetId]);
  }
});

test('on no path a download starts without fields or with an invalid limit', () => {
  const { paths, transitions } = walk(getSimplePaths, exportMachine, {
    input: input('DASHBOARD', 2),
    events: [
      { type: 'table.chosen', widgetId: '1' },
      { type: 'table.chosen', widgetId: 'nowhere' },
      { type: 'table.reselected' },
      { type: 'fields.changed', fields: [] },
      { type: 'limit.changed', limit: '0' },
      { type: 'download.requested' },
      { type: 'download.progressed', progress: { messages: 5, bytes: 100 } },
      { type: 'download.completed', file: { blob: new Blob(), fileName: 'x.csv' } },
      { type: 'download.failed', failure: 'refused' },
      { type: 'download.stopped' },
      { type: 'cancelled' },
    ],
    serializeState: ({ value, context: { fields, limit, failure, progress } }) =>
      JSON.stringify([value, fields.length, limit, failure, progress.messages]),
  });
  assert.deepEqual(transitions, {
    cancelled: {},
    choosing: { cancelled: 'cancelled', 'table.chosen': 'choosing | setting' },
    done: { cancelled: 'cancelled' },
    downloading: {
      cancelled: 'cancelled',
      'download.completed': 'done',
      'download.failed': 'setting',
      'download.stopped': 'setting',
    },
    setting: { cancelled: 'cancelled', 'download.requested': 'downloading | setting', 'table.reselected': 'choosing' },
  });
  assert.deepEqual(
    new Set(paths.map(({ state }) => state.value)),
    new Set(['choosing', 'setting', 'downloading', 'done', 'cancelled']),
  );
  for (const { state } of paths) {
    if (state.matches('downloading'))
      assert.ok(state.context.fields.length > 0 && state.context.limit === '' && state.context.table);
    if (state.matches('done')) assert.ok(state.context.file);
  }
});

test('the export sends the chosen settings and saves the file', () => {
  const { actor, requests, tell, stopped } = started(input('SEARCH', 1));
  actor.send({ type: 'limit.changed', limit: ' 500 ' });
  actor.send({ type: 'format.chosen', format: 'json' });
  actor.send({ type: 'end.chosen', newest: true });
  assert.equal(expectedMessages(actor.getSnapshot().context), 500);
  actor.send({ type: 'download.requested' });
  assert.deepEqual(requests, [
    {
      searchId: 'search',
      searchTypeId: 'type-0',
      body: {
        execution_state: { global_override: { keep_queries: ['q'] } },
        fields_in_order: ['timestamp', 'source', 'message'],
        time_zone: 'Europe/Berlin',
        timerange: range,
        limit: 500,
        newest: true,
      },
      format: 'json',
      fileName: 'Table-0-search-result.ndjson',
    },
  ]);
  tell({ type: 'download.progressed', progress: { messages: 20, bytes: 900 } });
  assert.deepEqual(actor.getSnapshot().context.progress, { messages: 20, bytes: 900 });
  const file = { blob: new Blob(['x']), fileName: 'x.ndjson' };
  tell({ type: 'download.completed', file });
  assert.equal(actor.getSnapshot().value, 'done');
  assert.equal(actor.getSnapshot().output, file);
  assert.equal(stopped(), 1);
});

test('after a stopped or failed download the settings are kept, and the download can be started again', () => {
  const { actor, requests, tell, stopped } = started(input('SEARCH', 0));
  actor.send({ type: 'fields.changed', fields: ['message'] });
  actor.send({ type: 'download.requested' });
  tell({ type: 'download.progressed', progress: { messages: 7, bytes: 70 } });
  actor.send({ type: 'download.stopped' });
  assert.equal(stopped(), 1);
  // The download was already stopped, so the event comes too late.
  tell({ type: 'download.completed', file: { blob: new Blob(), fileName: 'x' } });
  assert.deepEqual([actor.getSnapshot().value, actor.getSnapshot().context.fields], ['setting', ['message']]);
  actor.send({ type: 'download.requested' });
  assert.deepEqual(actor.getSnapshot().context.progress, { messages: 0, bytes: 0 });
  const failure = new Error('refused');
  tell({ type: 'download.failed', failure });
  assert.deepEqual([actor.getSnapshot().value, actor.getSnapshot().context.failure], ['setting', failure]);
  actor.send({ type: 'download.requested' });
  assert.equal(actor.getSnapshot().context.failure, undefined);
  assert.deepEqual(
    requests.map(({ searchTypeId, body }) => [searchTypeId, body.timerange, body.fields_in_order]),
    Array.from({ length: 3 }, () => [undefined, undefined, ['message']]),
  );
  actor.send({ type: 'cancelled' });
  assert.equal(stopped(), 3);
  assert.equal(actor.getSnapshot().output, undefined);
});

test('the export of a view contains its executed tables', () => {
  const { document, shown, request } = documentOf(range);
  const source = { document, queryId: 'q', shown, request: { ...request, widgets: ['chart'] } };
  assert.equal(exportInputOf({ ...source, shown: undefined }, 'UTC'), undefined);
  assert.equal(exportInputOf({ ...source, queryId: 'other' }, 'UTC'), undefined);
  const found = exportInputOf(source, 'UTC', fixedIds.table);
  assert.deepEqual(found, {
    viewType: 'SEARCH',
    viewTitle: 'Payments',
    tables: [
      {
        widgetId: fixedIds.table,
        title: 'All Messages',
        searchTypeId: 'st-table',
        fields: ['timestamp', 'source'],
        showMessageRow: true,
        range,
        total: 12,
      },
    ],
    whole: { range, total: 12 },
    searchId: 'executed',
    state: { global_override: { keep_queries: ['q'] }, parameter_bindings: {} },
    widgetId: fixedIds.table,
    timezone: 'UTC',
  });
});

test('records are counted across chunks, also with line ends inside quotes', () => {
  const text = '"a","b"\n"x","two\nlines ""here"""\n"y","z"\n';
  for (let cut = 0; cut < text.length; cut += 1) {
    const csv = new RecordCounter('csv');
    for (const piece of [text.slice(0, cut), text.slice(cut)]) csv.add(new TextEncoder().encode(piece));
    assert.equal(csv.count, 3);
  }
  const lines = new RecordCounter('json');
  lines.add(new TextEncoder().encode('{"a":"\\""}\n{"a":1}\n'));
  assert.equal(lines.count, 2);
});

test('fields, limits and file names are derived from the settings', () => {
  assert.deepEqual(exportFieldsOf(undefined), ['timestamp', 'source', 'message']);
  assert.deepEqual(exportFieldsOf({ ...table('0'), fields: ['message'], showMessageRow: true }), ['message']);
  assert.deepEqual(['', '1', '1.5', '-1', 'x', '0'].map(exportLimitOf), [undefined, 1, NaN, NaN, NaN, NaN]);
  assert.equal(exportFileName('a b\t c', 'csv'), 'a-b-c-search-result.csv');
  assert.equal(exportFileName(' ', 'json'), 'search-result.ndjson');
  assert.equal(exportFileName('../../etc: "x"', 'csv'), '....etc-x-search-result.csv');
});
