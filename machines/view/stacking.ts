/**
 * Stacking of histogram bars. A field chosen by the user is a column group of the widget, which every server and
 * console understands. Without a choice, bars are stacked by level if messages have one: levels are searched separately
 * and the view stays unchanged.
 */
import type { AggregationConfig, ViewState, Widget } from '../../api/contract/views.schema.js';
import { sameWire } from '../wire-equality.js';
import { isTimeline } from '../pivot/keys.js';
import { updateWidget, widgetOf, withTitles, type ViewDocument } from './document.js';
import { chartLookKind } from './fold.js';
import { storedLook, withStoredLook } from './widget-looks.js';

export type Stacking =
  { readonly by: 'level' } | { readonly by: 'nothing' } | { readonly by: 'field'; readonly field: string };

/** Maximum number of distinct values; the default of a group (spec 2 §9). */
const mostValues = 15;

/** Returns the stacking of a widget; undefined unless it is a histogram: bars of one metric over time. */
export function stackingOf(state: Pick<ViewState, 'titles'>, widget: Widget): Stacking | undefined {
  if (widget.type.toLowerCase() !== 'aggregation') return undefined;
  const config = widget.config as Partial<AggregationConfig>;
  const { row_pivots = [], column_pivots: columns = [], series = [], sort = [], visualization } = config;
  const addsUp = series.length === 1 && series[0]?.function === 'count()';
  if (!addsUp || visualization !== 'bar' || columns.length > 1 || !isTimeline({ row_pivots, sort })) return undefined;
  const [column] = columns;
  if (column) {
    const [field, ...more] = column.fields;
    return column.type === 'values' && field !== undefined && more.length === 0 ? { by: 'field', field } : undefined;
  }
  return storedLook(state.titles, chartLookKind, widget.id)['stacked'] === false ? { by: 'nothing' } : { by: 'level' };
}

/** Display settings of stacked bars, applied to an unconfigured histogram when it is stacked. */
export const stackedLook = { axis_type: 'linear', barmode: 'stack' };

/** Returns the configuration of a histogram stacked by a field; without a field the bars are not stacked. */
export function stackedBy(config: AggregationConfig, field: string | undefined): AggregationConfig {
  const { visualization_config: look, column_pivots: columns } = config;
  if (field === undefined) {
    const never = sameWire(look, stackedLook);
    return { ...config, column_pivots: [], visualization_config: never ? null : look };
  }
  // Another field replaces the current one and keeps the group's settings, which the user may have changed.
  const [there] = columns;
  return {
    ...config,
    column_pivots: [{ type: 'values', config: { limit: mostValues }, ...there, fields: [field] }],
    visualization_config: there ? look : { ...stackedLook, ...look, barmode: stackedLook.barmode },
  };
}

export function withStacking(
  document: ViewDocument,
  queryId: string,
  widgetId: string,
  stacking: Stacking,
): ViewDocument {
  const widget = widgetOf(document, queryId, widgetId);
  if (!widget) return document;
  const field = stacking.by === 'field' ? stacking.field : undefined;
  const config = stackedBy(widget.config as AggregationConfig, field);
  const stacked = stacking.by === 'nothing' ? false : undefined;
  return withTitles(updateWidget(document, queryId, { ...widget, config }), queryId, (titles) => {
    const before = storedLook(titles, chartLookKind, widgetId);
    return withStoredLook(titles, chartLookKind, widgetId, { ...before, stacked });
  });
}
