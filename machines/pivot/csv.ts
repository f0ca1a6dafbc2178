/** Converts a pivot result to comma-separated values (RFC 4180) that a spreadsheet can open safely. */
import type { PivotResult } from '../../api/contract/searches.js';
import { stringifyJson } from '../../api/json.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { dataTable } from './data-table.js';

/** Returns a header line and one line per row bucket. Each line contains all keys of its row and ends with CR LF. */
export function pivotCsv(result: PivotResult, config: AggregationConfig): string {
  const { columns, rows } = dataTable(result, config);
  const heads = columns.map(({ title, keys }) => [...keys, title].join('-'));
  return [heads, ...rows.map(({ cells }) => cells)].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/**
 * Formats one cell. Numbers stay unchanged. A text that a spreadsheet would run as a formula gets an apostrophe before
 * it.
 */
function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const text = typeof value === 'object' ? stringifyJson(value) : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
