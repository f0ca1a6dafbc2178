/** Bucket keys of a pivot: the field of each key, and display texts. */
import type { AggregationConfig, WidgetPivot } from '../../api/contract/views.schema.js';

type PivotKind = WidgetPivot['type'];

export interface PivotField {
  readonly field: string;
  readonly kind: PivotKind;
}

/** Formats a bucket key for display; the caller supplies it, because it depends on the time zone and level names. */
export type KeyLabel = (key: string, field: PivotField) => string;

/** Key of messages that lack the fields of a grouping (spec 2 §9). */
export const emptyValueKey = '(Empty Value)';

/**
 * Returns one entry per bucket key: a time group has one key regardless of its fields, a values group has one per field
 * (contract search P1, P8).
 */
export function pivotFields(pivots: readonly WidgetPivot[]): readonly PivotField[] {
  return pivots.flatMap(({ type, fields }): readonly PivotField[] => {
    const used = type === 'time' ? fields.slice(0, 1) : fields;
    return used.map((field) => ({ field, kind: type }));
  });
}

/**
 * Returns one key per field of the groups. The bucket of messages without any of a group's fields has a single key,
 * "(Empty Value)", for all of them (P7), and later groups do not split it: their keys are empty.
 */
export function keysOfFields(keys: readonly string[], pivots: readonly WidgetPivot[]): readonly string[] {
  const filled: string[] = [];
  for (const pivot of pivots) {
    const fields = pivotFields([pivot]);
    const known = keys.slice(filled.length, filled.length + fields.length);
    const rest = known.length > 0 && known.at(-1) === emptyValueKey ? emptyValueKey : '';
    filled.push(...fields.map((_field, index) => known[index] ?? rest));
  }
  return filled;
}

/** Display texts of the keys; a single "(Empty Value)" may represent all fields of a group (P7). */
export function keyTexts(keys: readonly string[], fields: readonly PivotField[], label: KeyLabel): readonly string[] {
  return keys.map((key, index) => {
    const field = fields[index];
    return field === undefined || key === emptyValueKey ? key : label(key, field);
  });
}

/**
 * Tells whether rows form a timeline: a single unsorted row group by time on `timestamp`. Any other grouping has
 * categories.
 */
export function isTimeline(config: Pick<AggregationConfig, 'row_pivots' | 'sort'>): boolean {
  const [only, ...more] = config.row_pivots;
  return only?.type === 'time' && only.fields[0] === 'timestamp' && more.length === 0 && config.sort.length === 0;
}
