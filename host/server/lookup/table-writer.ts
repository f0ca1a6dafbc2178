/**
 * Applies writes of pipeline rules to stored tables; as in the reference server, other data adapters cannot be written.
 */
import type { DataAdapter } from '../../../api/contract/lookup.js';
import type { StoredRow } from '../../../api/contract/lookup.schema.js';
import { stringifyJson } from '../../../api/json.js';
import type { StoredTables } from './stored/stored-tables.js';
import type { TableRow } from './stored/stored-table.js';

const mostTexts = 1_000;
const longestText = 10_000;
const longestKey = 10_000;

/**
 * Describes the result of a write:
 *
 * - the new row
 * - undefined: there is no row with the key
 * - false: the write was refused, because the table is no stored table, the key is empty or too long, or a limit is
 *   reached
 */
type Written = TableRow | undefined | false;

const textOf = (value: unknown): string =>
  (typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? stringifyJson(value)
        : String(value)
  ).slice(0, longestText);

export class TableWriter {
  /** @param adapterOf returns the data adapter of a table by the table's name */
  constructor(
    private readonly stored: StoredTables,
    private readonly adapterOf: (table: string) => DataAdapter | undefined,
  ) {}

  setValue(table: string, key: string, value: unknown, ttlSeconds: number | undefined): Written {
    const single = this.#singleColumn(table);
    return this.#write(table, key, (row, columns) => {
      const values = Array.from({ length: columns }, (_, at) =>
        at === single ? textOf(value) : (row?.values[at] ?? ''),
      );
      return { ...this.#base(key, row), values, expires_at: this.#ends(ttlSeconds) };
    });
  }

  setList(table: string, key: string, values: readonly string[], ttlSeconds: number | undefined): Written {
    return this.#write(table, key, (row) => ({
      ...this.#base(key, row),
      list: bounded(values),
      expires_at: this.#ends(ttlSeconds),
    }));
  }

  addList(table: string, key: string, values: readonly string[], keepDuplicates: boolean): Written {
    return this.#write(table, key, (row) => {
      const all = [...(row?.list ?? []), ...values];
      return { ...this.#base(key, row), list: bounded(keepDuplicates ? all : [...new Set(all)]) };
    });
  }

  removeList(table: string, key: string, values: readonly string[]): Written {
    const gone = new Set(values);
    return this.#write(table, key, (row) =>
      row ? { ...this.#base(key, row), list: (row.list ?? []).filter((text) => !gone.has(text)) } : undefined,
    );
  }

  assignTtl(table: string, key: string, ttlSeconds: number): Written {
    return this.#write(table, key, (row) =>
      row ? { ...this.#base(key, row), expires_at: this.#ends(ttlSeconds) } : undefined,
    );
  }

  clear(table: string, key: string): void {
    this.#write(table, key, () => undefined);
  }

  /**
   * Returns the row without its revision. A row that was found ignoring case keeps its own key instead of the given
   * one.
   */
  #base(key: string, row: TableRow | undefined): StoredRow {
    if (!row) return { key, values: [], expires_at: null, note: '', list: null };
    const { key: known, values, expires_at, note, list } = row;
    return { key: known, values, expires_at, note, list };
  }

  #ends(ttlSeconds: number | undefined): number | null {
    return ttlSeconds === undefined || ttlSeconds <= 0 ? null : Date.now() + ttlSeconds * 1000;
  }

  #singleColumn(table: string): number {
    const adapter = this.adapterOf(table);
    if (adapter?.config.type !== 'stored_table') return -1;
    const { columns } = this.stored.table(adapter.id);
    return Math.max(
      0,
      columns.findIndex(({ name }) => name === adapter.config['single_value_column']),
    );
  }

  #write(
    table: string,
    key: string,
    change: (row: TableRow | undefined, columns: number) => StoredRow | undefined,
  ): Written {
    const adapter = this.adapterOf(table);
    if (adapter?.config.type !== 'stored_table' || key.trim() === '' || key.length > longestKey) return false;
    const rows = this.stored.table(adapter.id);
    const existing = adapter.config['case_insensitive_lookup'] === true ? rows.getFolded(key) : rows.get(key);
    const name = existing?.key ?? key;
    try {
      this.stored.write(adapter.id, name, change);
    } catch {
      // Writing fails when the table, or all tables together, have reached a limit.
      return false;
    }
    return rows.get(name);
  }
}

const bounded = (values: readonly string[]): string[] =>
  values.slice(0, mostTexts).map((text) => text.slice(0, longestText));
