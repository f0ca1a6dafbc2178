/** Bucket keys of a pivot: which field each key belongs to, and the texts displayed for keys. */
import type { AggregationConfig, WidgetPivot } from '../../api/contract/views.schema.js';

type PivotKind = WidgetPivot['type'];

export interface PivotField {
  readonly field: string;
  readonly kind: PivotKind;
}

/**
 * Formats a bucket key for display. The caller supplies the function, because it depends on time zone and level names.
 */
export type KeyLabel = (key: string, field: PivotField) => string;

/** Key of the bucket for messages that have none of a grouping's fields (spec 2 §9). */
export const emptyValueKey = '(Empty Value)';

/**
 * Returns the field of each bucket key: a time group has a single key, a values group one key per field (contract
 * search P1, P8).
 */
export function pivotFields(pivots: readonly WidgetPivot[]): readonly PivotField[] {
  return pivots.flatMap(({ type, fields }): readonly PivotField[] => {
    const used = type === 'time' ? fields.slice(0, 1) : fields;
    return used.map((field) => ({ field, kind: type }));
  });
}

/**
 * Returns one key per field of the groups. The bucket of messages without any field of a group has a single key,
 * "(Empty Value)", which is repeated for each of these fields (contract search P7). Later groups do not split this
 * bucket, so their keys are empty.
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

/**
 * Returns the texts to display for keys. The key "(Empty Value)" of messages without a field stays unchanged (contract
 * search P7).
 */
export function keyTexts(keys: readonly string[], fields: readonly PivotField[], label: KeyLabel): readonly string[] {
  return keys.map((key, index) => {
    const field = fields[index];
    return field === undefined || key === emptyValueKey ? key : label(key, field);
  });
}

/**
 * Tells whether the rows of a widget form a timeline. They do if their only group is by time on `timestamp`, and no
 * sort is configured. Otherwise the rows are categories.
 */
export function isTimeline(config: Pick<AggregationConfig, 'row_pivots' | 'sort'>): boolean {
  const [only, ...more] = config.row_pivots;
  return only?.type === 'time' && only.fields[0] === 'timestamp' && more.length === 0 && config.sort.length === 0;
}
