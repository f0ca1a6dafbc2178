import type { AbsoluteRange } from '../../api/contract/searches.js';
import { isObject } from '../../api/is-object.js';

/** Tells whether a value of an answer has the form of an absolute range; its instants may be unreadable. */
export const isRange = (value: unknown): value is AbsoluteRange =>
  isObject(value) && typeof value['from'] === 'string' && typeof value['to'] === 'string';

/**
 * Returns the range that the server reports with a result or with its statistics. Returns undefined if nothing is
 * reported, or if the range does not have the expected form.
 */
export function effectiveRange(
  reported: { readonly effective_timerange: AbsoluteRange } | undefined,
): AbsoluteRange | undefined {
  const range: unknown = reported?.effective_timerange;
  return isRange(range) ? range : undefined;
}
