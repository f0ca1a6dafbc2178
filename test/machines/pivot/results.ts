/** Short notations of pivots and configurations for tables of test cases. */
import type { PivotResult, PivotRow } from '../../../api/contract/searches.js';
import type { AggregationConfig, WidgetPivot } from '../../../api/contract/views.schema.js';
import type { KeyLabel } from '../../../machines/pivot/keys.js';

export const byTime = (field = 'timestamp'): WidgetPivot => ({ type: 'time', fields: [field], config: {} });
export const byValues = (...fields: string[]): WidgetPivot => ({ type: 'values', fields, config: { limit: 15 } });
export const metrics = (...functions: string[]): AggregationConfig['series'] =>
  functions.map((one) => ({ function: one, config: { name: null } }));

export function aggregation(over: Partial<AggregationConfig> = {}): AggregationConfig {
  return {
    row_pivots: [byValues('host')],
    column_pivots: [],
    series: metrics('count()'),
    sort: [],
    visualization: 'table',
    visualization_config: null,
    formatting_settings: null,
    rollup: true,
    event_annotation: false,
    ...over,
  };
}

/** Returns a row of a pivot with its keys and values; each value is `[keys and metric, value]`. */
export const leaf = (key: string[], ...values: [path: string[], value: unknown][]): PivotRow => ({
  key,
  source: 'leaf',
  values: values.map(([path, value]) => ({
    key: path,
    value,
    rollup: path.length === 1,
    source: path.length === 1 ? 'row-leaf' : 'col-leaf',
  })),
});
export const totals = (metric: string, value: unknown): PivotRow => ({
  key: [],
  source: 'non-leaf',
  values: [{ key: [metric], value, rollup: true, source: 'row-inner' }],
});
export const pivot = (...rows: PivotRow[]): PivotResult => ({
  id: 'p',
  type: 'pivot',
  rows,
  total: 0,
  effective_timerange: { type: 'absolute', from: '2026-11-20T18:30:00.000Z', to: '2026-11-20T18:45:00.000Z' },
});

/** Shortens times to hours and minutes, and keeps other values unchanged. */
export const label: KeyLabel = (key, { kind }) => (kind === 'time' ? key.slice(11, 16) : key);
