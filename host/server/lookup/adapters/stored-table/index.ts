/** Defines the data adapter for tables whose rows are stored in this server and edited in the console. */
import type { StoredColumn } from '../../../../../api/contract/lookup.schema.js';
import { Yielder } from '../../../foundation/yielding.js';
import { flag, text, type Adapter, type AdapterFigures, type AdapterType } from '../../adapter.js';
import { emptyResult, mapResult, type LookupResult } from '../../result.js';
import type { TableRow } from '../../stored/stored-table.js';
import { noTtl } from '../../../../../api/contract/lookup.js';

const shownRows = 20;

/** Converts a cell to the type of its column; a text that is no number stays a text. */
function typed(value: string, { type }: StoredColumn): string | number | bigint {
  if (type === 'text' || !/^-?\d{1,15}(?:\.\d{1,15})?$/.test(value))
    return type === 'number' && /^-?\d{16,19}$/.test(value) ? BigInt(value) : value;
  return Number(value);
}

function storedResult(row: TableRow, columns: readonly StoredColumn[], single: string, now: number): LookupResult {
  const { values, list, expires_at: ends } = row;
  const multi = Object.fromEntries(columns.map((column, at) => [column.name, typed(values[at] ?? '', column)]));
  const value = Object.hasOwn(multi, single) ? (multi[single] ?? null) : null;
  // A row that a rule created only to store a list has an empty value, so its single value is null.
  const shown = list && value === '' ? null : value;
  return mapResult(shown, multi, list && [...list], ends === null ? noTtl : Math.max(1, ends - now));
}

export const storedTableType: AdapterType = {
  type: 'stored_table',
  make: (config, { stored, now }, { id }): Adapter => {
    const single = text(config, 'single_value_column');
    const anyCase = flag(config, 'case_insensitive_lookup');
    const table = stored.table(id);
    return {
      error: undefined,
      get figures(): AdapterFigures {
        const first: { key: string; value: unknown }[] = [];
        for (const row of table.rows()) {
          if (first.length >= shownRows) break;
          first.push({ key: row.key, value: storedResult(row, table.columns, single, now()).multi_value });
        }
        return { rows: table.size, problems: [], problemCount: 0, first };
      },
      async refresh() {
        if (anyCase) await table.fold(new Yielder());
        return false;
      },
      lookup(key) {
        const row = anyCase ? table.getFolded(key) : table.get(key);
        if (!row || (row.expires_at !== null && row.expires_at <= now())) return emptyResult;
        return storedResult(row, table.columns, single, now());
      },
    };
  },
};
