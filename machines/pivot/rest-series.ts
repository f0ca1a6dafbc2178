/**
 * What a search type asks for besides what its widget shows, so that a chart of the largest values can tell what it leaves out
 * (rest-of-values.ts). Apart from the reading of the answer, which only charts need.
 */
import type { PivotSeries } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';

/** Ids of the further series; older servers answer with the functions instead (contract search P13). */
export const messagesId = '(messages with the field)';
export const valuesId = '(values of the field)';

export type Grouped = Pick<AggregationConfig, 'row_pivots' | 'column_pivots' | 'series'>;

/** The field whose largest values a widget shows; undefined if the omitted values cannot be determined. */
export function limitedField({ row_pivots: rows, column_pivots: columns }: Grouped): string | undefined {
  const [only, ...more] = rows;
  if (!only || more.length > 0 || columns.length > 0 || only.type !== 'values') return undefined;
  const [field, ...others] = only.fields;
  return others.length === 0 ? field : undefined;
}

/** Numbers of messages add up. A sum does too, but of all messages it also counts those without the field. */
export const addsUp = (text: string): boolean => text === 'count()';

/** Further series of a search type, from which follows what is left out. */
export function restSeries(config: Partial<Grouped>): readonly PivotSeries[] {
  const { row_pivots = [], column_pivots = [], series = [] } = config;
  const field = limitedField({ row_pivots, column_pivots, series });
  if (field === undefined || series.length === 0 || !series.every((one) => addsUp(one.function))) return [];
  return [
    { id: messagesId, type: 'count', field },
    { id: valuesId, type: 'card', field },
  ];
}
