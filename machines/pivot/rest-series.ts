/**
 * Additional series in the request of a top-values chart, from which rest-of-values.ts computes the omitted values.
 * This module is separate from it because only charts need that computation.
 */
import type { PivotSeries } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';

/** Ids of the additional series; older servers answer with the function texts instead (contract search P13). */
export const messagesId = '(messages with the field)';
export const valuesId = '(values of the field)';

export type Grouped = Pick<AggregationConfig, 'row_pivots' | 'column_pivots' | 'series'>;

/** Returns the field with the displayed top values; undefined if the omitted values cannot be computed. */
export function limitedField({ row_pivots: rows, column_pivots: columns }: Grouped): string | undefined {
  const [only, ...more] = rows;
  if (!only || more.length > 0 || columns.length > 0 || only.type !== 'values') return undefined;
  const [field, ...others] = only.fields;
  return others.length === 0 ? field : undefined;
}

/**
 * True for metrics from which the rest can be computed by subtraction. A sum also adds up, but the total includes
 * messages without the field.
 */
export const addsUp = (text: string): boolean => text === 'count()';

/** Returns the additional series of a search type from which the omitted values are computed. */
export function restSeries(config: Partial<Grouped>): readonly PivotSeries[] {
  const { row_pivots = [], column_pivots = [], series = [] } = config;
  const field = limitedField({ row_pivots, column_pivots, series });
  if (field === undefined || series.length === 0 || !series.every((one) => addsUp(one.function))) return [];
  return [
    { id: messagesId, type: 'count', field },
    { id: valuesId, type: 'card', field },
  ];
}
