/**
 * Stored tables in memory and on disk find keys in any case, change their columns while rules write, and resolve
 * concurrent edits.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Yielder } from '../../../../host/server/foundation/yielding.js';
import {
  lookupArchives,
  rowsArchive,
  type RowsDocument,
  type RowsHead,
} from '../../../../host/server/lookup/stored/documents.js';
import { StoredTable, type TableRow } from '../../../../host/server/lookup/stored/stored-table.js';
import { StoredTables } from '../../../../host/server/lookup/stored/stored-tables.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { until } from '../../../until.js';

const row = (key: string, ...values: string[]): TableRow => ({
  key,
  values,
  expires_at: null,
  note: '',
  list: null,
  revision: 1,
});

/** A yielder that yields after every step. */
class Hasty extends Yielder {
  override get isOver(): boolean {
    return true;
  }
}

function tableOf(...rows: readonly TableRow[]): StoredTable {
  const table = new StoredTable([{ name: 'value', type: 'text' }], 1);
  for (const one of rows) table.set(one);
  return table;
}

test('a lookup in any case finds one of the keys that differ only in case, also after the others were deleted', async () => {
  const table = tableOf(row('Mail', 'a'), row('mail', 'b'), row('MAIL', 'c'), row('web', 'd'));
  await table.fold(new Hasty());
  assert.ok(['a', 'b', 'c'].includes(table.getFolded('mAiL')?.values[0] ?? ''));
  table.delete('MAIL');
  table.delete('mail');
  assert.equal(table.getFolded('MAIL')?.values[0], 'a');
  table.set(row('Mail', 'changed'));
  assert.equal(table.getFolded('MAIL')?.values[0], 'changed');
  table.delete('Mail');
  assert.equal(table.getFolded('mail'), undefined);
  assert.equal(table.getFolded('WEB')?.values[0], 'd');
});

test('the case-insensitive keys of a stored table are complete when rows change while the keys are prepared', async () => {
  const table = tableOf(...Array.from({ length: 100 }, (_, at) => row(`Key ${at}`, String(at))));
  const done = table.fold(new Hasty());
  table.set(row('Late', 'x'));
  table.delete('Key 99');
  assert.equal(table.getFolded('KEY 50')?.values[0], '50', 'a lookup meanwhile finds all rows');
  await done;
  assert.equal(table.getFolded('late')?.values[0], 'x');
  assert.equal(table.getFolded('key 99'), undefined);
});

test('new columns of a stored table take effect for all rows at the same time, and keep rows that are written until then', async () => {
  const table = tableOf(...Array.from({ length: 1_000 }, (_, at) => row(`k${at}`, `v${at}`)));
  const columns = [
    { name: 'more', type: 'text' },
    { name: 'value', type: 'text' },
  ] as const;
  const done = table.recolumn(columns, ({ values }) => ['', values[0] ?? ''], new Hasty());
  await new Promise(setImmediate);
  assert.deepEqual(table.get('k1')?.values, ['v1'], 'the former columns hold until all rows are ready');
  table.set(row('k2', 'written'));
  table.set(row('fresh', 'new'));
  table.delete('k3');
  await done;
  assert.deepEqual(table.columns, columns);
  assert.deepEqual(
    ['k1', 'k2', 'fresh'].map((key) => table.get(key)?.values),
    [
      ['', 'v1'],
      ['', 'written'],
      ['', 'new'],
    ],
  );
  assert.equal(table.get('k3'), undefined);
  assert.equal(table.size, 1_000);
});

/** Runs work with the stored tables of a new directory, which is removed afterwards. */
async function withTables(
  work: (tables: StoredTables, documents: Documents) => Promise<void>,
  onError: (error: unknown) => void = (error) => assert.fail(String(error)),
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'stored-tables-'));
  const documents = await openDocuments({ directory, archives: lookupArchives });
  const tables = new StoredTables(documents, onError);
  try {
    await work(tables, documents);
  } finally {
    await tables.close();
    await documents.close();
    await rm(directory, { recursive: true });
  }
}

test('the deletion of expired rows increases the revision and notifies the listeners of the removed keys', () =>
  withTables(async (tables) => {
    const entry = (key: string, ends: number | null) => ({ key, values: ['v'], expires_at: ends, note: '' });
    const rows = [entry('old', 10), entry('later', 30), entry('kept', null)];
    const revision = await tables.edit('a', { rows, deleted: [], by: 'me', kind: 'edit' });
    const told: unknown[] = [];
    tables.on((...change) => told.push(change));
    await tables.sweep(5);
    assert.deepEqual([told, tables.table('a').revision], [[], revision], 'nothing has expired yet');
    await tables.sweep(20);
    assert.deepEqual(told, [['a', ['old']]]);
    assert.equal(tables.table('a').revision, revision + 1);
    assert.deepEqual([...tables.table('a').rows()].map(({ key }) => key).sort(), ['kept', 'later']);
  }));

test('an edit and a deletion of very many expired rows notify the listeners that any key may have changed', () =>
  withTables(async (tables) => {
    const rows = Array.from({ length: 1_001 }, (_, at) => ({ key: `k${at}`, values: ['v'], expires_at: 10, note: '' }));
    const told: unknown[] = [];
    tables.on((...change) => told.push(change));
    await tables.edit('a', { rows, deleted: [], by: 'me', kind: 'edit' });
    await tables.sweep(20);
    assert.deepEqual(told, [
      ['a', undefined],
      ['a', undefined],
    ]);
    assert.equal(tables.table('a').size, 0);
  }));

test('the error of a listener of stored tables is reported, and neither other listeners nor the change fail', async () => {
  const errors: unknown[] = [];
  const failure = new Error('The listener fails.');
  await withTables(
    async (tables) => {
      const told: unknown[] = [];
      tables.on(() => {
        throw failure;
      });
      tables.on((_, keys) => told.push(keys));
      const rows = [{ key: 'old', values: ['v'], expires_at: 10, note: '' }];
      await tables.edit('a', { rows, deleted: [], by: 'me', kind: 'edit' });
      await tables.sweep(20);
      assert.deepEqual(told, [['old'], ['old']]);
    },
    (error) => errors.push(error),
  );
  assert.deepEqual(errors, [failure, failure]);
});

test('concurrent edits of a stored table follow each other: each has a revision, and the later one sees the conflict', () =>
  withTables(async (tables) => {
    const edit = (key: string, value: string, revision?: number) =>
      tables.edit('a', {
        rows: [{ key, values: [value], expires_at: null, note: '' }],
        deleted: [],
        ...(revision !== undefined && { revision }),
        by: 'me',
        kind: 'edit',
      });
    const [first, second, third] = await Promise.allSettled([edit('k', '1', 0), edit('l', '2', 0), edit('k', '3', 0)]);
    assert.deepEqual(
      [first, second].map((one) => one.status === 'fulfilled' && one.value),
      [1, 2],
    );
    assert.match(third.status === 'rejected' ? String(third.reason) : '', /Another user has changed these rows: k/);
    assert.deepEqual(tables.table('a').get('k')?.values, ['1']);
  }));

test('rows and version of writes by rules are saved later if the disk was full, even if reporting the error fails', async (context) => {
  const errors: unknown[] = [];
  await withTables(
    async (tables, documents) => {
      const facts = documents.collection<{ id: string }>('lookup_stored_tables');
      const full = context.mock.method(facts, 'put', () => Promise.reject(new Error('The disk is full.')));
      const entry = { values: ['v'], expires_at: null, note: '' };
      tables.write('a', 'k', () => ({ ...entry, key: 'k' }));
      tables.write('b', 'k', () => ({ ...entry, key: 'k' }));
      await until('a save has failed', () => errors.length > 0);
      tables.write('a', 'l', () => ({ ...entry, key: 'l' }));
      full.mock.restore();
      const saved = async (id: string) => (await tables.versions(id)).map(({ kind, added }) => [kind, added]);
      await until('the versions are saved', async () => (await saved('a')).length + (await saved('b')).length === 2);
      assert.deepEqual([await saved('a'), await saved('b')], [[['rules', 2]], [['rules', 1]]]);
      const heads = documents.archive<RowsDocument, RowsHead>(rowsArchive).heads();
      assert.deepEqual([...new Set(heads.map(({ adapter }) => adapter))].sort(), ['a', 'b']);
    },
    (error) => {
      errors.push(error);
      throw error;
    },
  );
});
