import type { WidgetPivot } from '../../../api/contract/views.schema.js';
import { isRestKey } from '../../../machines/pivot/rest-of-values.js';
import { pivotFields } from '../../../machines/pivot/keys.js';

/**
 * Returns the field and value behind a name in a legend, if the name is a value of a single field; undefined for any
 * other name (screens/search.md §10 "Legend").
 */
export function legendValue(
  pivots: readonly WidgetPivot[],
  keys: readonly string[],
): { readonly field: string; readonly value: string } | undefined {
  const fields = pivotFields(pivots);
  const [only] = fields;
  const [value] = keys;
  return fields.length === 1 && only?.kind === 'values' && value !== undefined && !isRestKey(value)
    ? { field: only.field, value }
    : undefined;
}
