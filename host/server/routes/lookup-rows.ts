/**
 * Routes of the rows of stored tables: pages, edits, CSV import and download, history. The reference server does not
 * have them.
 */
import { Type } from '@sinclair/typebox';
import * as endpoints from '../../../api/contract/lookup-rows.js';
import type { DataAdapter } from '../../../api/contract/lookup.js';
import {
  CsvImportQuery,
  longestCsv,
  RowChanges,
  RowsQuery,
  type DataAdapterBody,
  type StoredColumn,
} from '../../../api/contract/lookup.schema.js';
import type { Caller } from '../auth/caller.js';
import { BadRequestError } from '../foundation/errors.js';
import { Yielder } from '../foundation/yielding.js';
import { StreamedAnswer, type Registry } from '../http/registry.js';
import { safeCsvLine } from '../lookup/data/csv.js';
import type { Lookup } from '../lookup/lookup.js';
import { extraColumns, planImport } from '../lookup/stored/csv-import.js';
import { RowList } from '../lookup/stored/row-list.js';
import type { StoredTable } from '../lookup/stored/stored-table.js';
import { Readable } from 'node:stream';
import type { LookupEntities } from './lookup-entities.js';

/** Yields a stored table as CSV, in parts of at least 64 Ki characters except the last. */
async function* csvOf(table: StoredTable): AsyncGenerator<string> {
  const yielder = new Yielder();
  const columns = table.columns.map(({ name }) => name);
  let text = safeCsvLine(['key', ...columns, extraColumns.expires, extraColumns.note]);
  for (const { key, values, expires_at: ends, note } of table.rows()) {
    text += safeCsvLine([key, ...values, ends === null ? '' : new Date(ends).toISOString(), note]);
    if (text.length < 64 * 1024) continue;
    yield text;
    text = '';
    if (yielder.isOver) await yielder.pause();
  }
  yield text;
}

export function registerStoredRows(
  registry: Registry,
  lookup: Lookup,
  adapters: LookupEntities<DataAdapter, DataAdapterBody>,
): void {
  const { stored } = lookup.rooms;
  const lists = new WeakMap<StoredTable, RowList>();
  const storedOf = (caller: Caller, action: 'read' | 'edit', idOrName: string) => {
    const { id, config, title } = adapters.allowed(caller, action, idOrName);
    if (config.type !== 'stored_table') throw new BadRequestError(`The data adapter "${title}" has no stored rows.`);
    return { id, table: stored.table(id) };
  };
  const listOf = (table: StoredTable): RowList => {
    const known = lists.get(table) ?? new RowList(table);
    lists.set(table, known);
    return known;
  };

  registry.serve(endpoints.storedRows, { query: RowsQuery }, async ({ params, query, user }) => {
    const { table } = storedOf(user, 'read', params.idOrName);
    const { revision } = table;
    const { total, rows } = await listOf(table).page(query);
    return { revision, columns: [...table.columns], total, all: table.size, rows };
  });
  registry.serve(endpoints.changeStoredRows, { body: RowChanges }, async ({ params, body, user }) => {
    const { id } = storedOf(user, 'edit', params.idOrName);
    const revision = await stored.edit(id, {
      rows: body.rows,
      deleted: body.deleted,
      columns: body.columns,
      revision: body.revision,
      by: user.username,
      kind: 'edit',
    });
    return { revision };
  });
  registry.serve(
    endpoints.importStoredRows,
    { query: CsvImportQuery, body: Type.String({ maxLength: longestCsv }) },
    async ({ params, query, body, user }) => {
      const { id, table } = storedOf(user, 'edit', params.idOrName);
      const plan = await planImport(body, query, table);
      const { problem } = plan.result;
      if (query.preview || problem !== null) return { ...plan.result, revision: table.revision };
      const columns: readonly StoredColumn[] | undefined =
        plan.columns.length === table.columns.length ? undefined : plan.columns;
      const deleted = query.delete_missing ? plan.missing : [];
      const revision =
        plan.rows.length > 0 || deleted.length > 0 || columns
          ? await stored.edit(id, { rows: plan.rows, deleted, columns, by: user.username, kind: 'import' })
          : table.revision;
      return { ...plan.result, revision };
    },
  );
  registry.serve(endpoints.exportStoredRows, {}, ({ params, user }) => {
    const { table } = storedOf(user, 'read', params.idOrName);
    return new StreamedAnswer(Readable.from(csvOf(table)), {
      'Content-Disposition': 'attachment; filename="lookup-table.csv"',
    });
  });
  registry.serve(endpoints.storedHistory, {}, async ({ params, user }) => ({
    versions: await stored.versions(storedOf(user, 'read', params.idOrName).id),
  }));
}
