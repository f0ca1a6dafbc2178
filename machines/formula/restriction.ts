/** Restricts the further pivots of a widget to the groups of the widget's own result. */
import type { PivotResult } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { fieldEquals } from '../../api/language/index.js';
import { joinedQueries } from '../joined-queries.js';
import { keysOfFields, pivotFields } from '../pivot/keys.js';
import type { PlannedConfig } from './compute.js';

/** Maximum number of values of a field by which a query restricts the further pivots. */
export const mostValues = 200;
/** Maximum number of characters of the query that restricts the further pivots. */
const longestRestriction = 20_000;
/** Number of values of a group that has no limit of its own (spec 2 §9). */
export const usualLimit = 15;

interface Restriction {
  readonly query: string;
  readonly limit: number | undefined;
  /** False if there are too many values to name them in a query. */
  readonly isComplete: boolean;
}

/**
 * Returns the query and the limit that restrict further pivots to the groups of the widget's own result. A field whose
 * number of values is below its limit needs no restriction.
 */
export function restrictionOf(result: PivotResult, config: PlannedConfig): Restriction {
  const { row_pivots: rows, column_pivots: columns } = config;
  const leaves = result.rows.filter(({ source }) => source === 'leaf');
  const rowKeys = leaves.map(({ key }) => key);
  // The last part of a cell's key is its metric. A cell whose key has no further parts belongs to no column.
  const columnKeys = leaves.flatMap(({ values }) =>
    values.flatMap(({ key }) => (key.length > 1 ? [key.slice(0, -1)] : [])),
  );
  const full = [...fieldValues(rows, rowKeys), ...fieldValues(columns, columnKeys)].filter(
    ({ values, limit }) => values.length >= limit,
  );
  const largest = Math.max(0, ...full.map(({ values }) => values.length));
  const query = joinedQueries(
    full.map(({ field, values }) => values.map((value) => fieldEquals(field, value)).join(' OR ')),
  );
  if (largest > mostValues || query.length > longestRestriction)
    return { query: '', limit: undefined, isComplete: false };
  return { query, limit: largest === 0 ? undefined : largest, isComplete: true };
}

interface FieldValues {
  readonly field: string;
  /** Distinct values of the field in the result. */
  readonly values: readonly string[];
  /**
   * Largest number of values that the field's group may have. It is infinite for a time group, because such a group has
   * no limit.
   */
  readonly limit: number;
}

/** Returns the values of each field of some groups. @param keys keys of the buckets, each with one part per field */
function fieldValues(
  pivots: AggregationConfig['row_pivots'],
  keys: readonly (readonly string[])[],
): readonly FieldValues[] {
  const filled = keys.map((key) => keysOfFields(key, pivots));
  const fields = pivots.flatMap((pivot) =>
    pivotFields([pivot]).map(({ field, kind }) => ({
      field,
      limit: kind === 'time' ? Infinity : (pivot.config?.limit ?? usualLimit),
    })),
  );
  return fields.map(({ field, limit }, index) => {
    const values = filled.flatMap((parts) => (parts[index] ? [parts[index]] : []));
    return { field, limit, values: [...new Set(values)] };
  });
}
