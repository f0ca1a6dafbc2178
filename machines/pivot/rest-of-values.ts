/**
 * Computes the number and the total of the values that a chart of top values omits.
 * - For values in rows, both are computed from two additional series of the search type that the widget does not show:
 *   the number of messages with the field, and the number of the field's distinct values.
 * - For values in columns, the total is computed from the totals of the rows, and the number is unknown.
 */
import type { PivotResult, PivotRow } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { leafRows } from './chart-data.js';
import { emptyValueKey } from './keys.js';
import { numberOf } from './numbers.js';
import { addsUp, limitedField, messagesId, restSeries, valuesId, type Grouped } from './rest-series.js';
import { seriesName } from './series.js';

/** Start of the key of the row or column for all omitted values; the number of omitted values follows. */
const restMark = '\u0000rest:';

/** Tells whether a bucket key stands for the omitted values. */
export const isRestKey = (key: string | undefined): boolean => key?.startsWith(restMark) === true;

/** Returns the number of omitted values that a key stands for; undefined when the number is unknown. */
export function restCount(key: string): number | undefined {
  const count = Number.parseInt(key.slice(restMark.length), 10);
  return count > 0 ? count : undefined;
}

/** Returns a result without the additional series. */
export function withoutRestSeries(result: PivotResult, config: Grouped): PivotResult {
  const own = new Set(config.series.flatMap((series) => [seriesName(series), series.function]));
  const further = new Set(restSeries(config).flatMap(({ id = '', type, field }) => [id, `${type}(${field ?? ''})`]));
  if (further.size === 0) return result;
  const isShown = ({ key }: PivotRow['values'][number]): boolean => {
    const metric = key.at(-1) ?? '';
    return own.has(metric) || !further.has(metric);
  };
  if (result.rows.every(({ values }) => values.every(isShown))) return result;
  return { ...result, rows: result.rows.map((row) => ({ ...row, values: row.values.filter(isShown) })) };
}

/**
 * Adds one row, or one column to each row, for the omitted values. It adds nothing when no value is omitted, when a
 * metric is not `count()`, or when the computed total is not positive. The last case occurs, for example, if
 * messages have several values of the field.
 */
export function withRest(result: PivotResult, config: AggregationConfig): PivotResult {
  const plain = withoutRestSeries(result, config);
  if (!config.series.every((series) => addsUp(series.function))) return plain;
  const field = limitedField(config);
  return field === undefined ? withRestColumn(plain, config) : withRestRow(result, plain, config, field);
}

function withRestRow(result: PivotResult, plain: PivotResult, config: AggregationConfig, field: string): PivotResult {
  const totals = result.rows.find(({ source, key }) => source === 'non-leaf' && key.length === 0);
  const totalOf = (...ids: readonly string[]): number | null =>
    numberOf(totals?.values.find(({ key }) => key.length === 1 && ids.includes(key[0] ?? ''))?.value);
  const leaves = leafRows(plain);
  const named = leaves.filter(({ key }) => key[0] !== emptyValueKey);
  const messages = totalOf(messagesId, `count(${field})`);
  const values = totalOf(valuesId, `card(${field})`);
  const isCounted = messages !== null && values !== null;
  const more = isCounted ? Math.round(values) - named.length : undefined;
  const { limit = Infinity, skip_empty_values: skips } = config.row_pivots[0]?.config ?? {};
  // A search stored by another console lacks the additional series. The total then covers all messages. It is usable
  // only when the rows also include the messages without the field.
  if (more === undefined ? skips === true || leaves.length < limit : more < 1) return plain;
  const cells = config.series.map((series): PivotRow['values'][number] => {
    const metric = seriesName(series);
    const whole = isCounted ? messages : (totalOf(metric, series.function) ?? 0);
    const shown = (isCounted ? named : leaves).reduce(
      (sum, row) => sum + (valueOf(row, [metric], series.function) ?? 0),
      0,
    );
    return { key: [metric], value: whole - shown, rollup: true, source: 'row-leaf' };
  });
  if (!cells.every(({ value }) => Number(value) > 0)) return plain;
  const rest: PivotRow = { key: [`${restMark}${more ?? ''}`], source: 'leaf', values: cells };
  return { ...plain, rows: [...leaves, rest, ...plain.rows.filter((row) => !leaves.includes(row))] };
}

/**
 * Adds the column of the omitted values of a column group. Its values are computed from the totals of the rows, which
 * also count messages without the field.
 */
function withRestColumn(plain: PivotResult, config: AggregationConfig): PivotResult {
  const [only, ...more] = config.column_pivots;
  const limit = only?.config.limit;
  if (!only || more.length > 0 || only.type !== 'values' || only.fields.length !== 1 || !config.rollup) return plain;
  if (only.config.skip_empty_values === true || limit === undefined) return plain;
  const columns = new Set(
    leafRows(plain).flatMap(({ values }) => values.flatMap(({ key }) => (key.length > 1 ? key[0] : []))),
  );
  if (columns.size < limit) return plain;
  return {
    ...plain,
    rows: plain.rows.map((row) => {
      if (row.source !== 'leaf') return row;
      const added = config.series.flatMap((series): PivotRow['values'] => {
        const metric = seriesName(series);
        const total = valueOf(row, [metric], series.function);
        if (total === null) return [];
        const shown = row.values
          .filter(({ key }) => key.length === 2 && (key[1] === metric || key[1] === series.function))
          .reduce((sum, { value }) => sum + (numberOf(value) ?? 0), 0);
        const value = total - shown;
        return value > 0 ? [{ key: [restMark, metric], value, rollup: false, source: 'col-leaf' }] : [];
      });
      return added.length > 0 ? { ...row, values: [...row.values, ...added] } : row;
    }),
  };
}

const valueOf = ({ values }: PivotRow, [metric]: readonly [string], text: string): number | null =>
  numberOf(values.find(({ key }) => key.length === 1 && (key[0] === metric || key[0] === text))?.value);
