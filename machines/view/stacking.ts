/**
 * Selects the stacking of the bars of a histogram. If the user chooses a field, it becomes a column group of the
 * widget, which all servers and consoles understand. Without a choice, bars are stacked by level if the messages have
 * levels. The levels are searched separately, and the view stays unchanged.
 */
import type { AggregationConfig, ViewState, Widget } from '../../api/contract/views.schema.js';
import { sameWire } from '../wire-equality.js';
import { isTimeline } from '../pivot/keys.js';
import { updateWidget, widgetOf, withTitles, type ViewDocument } from './document.js';
import { chartLookKind } from './chart-look.js';
import { storedLook, withStoredLook } from './widget-looks.js';
import { aggregationOf } from './widget-config.js';

export type Stacking =
  { readonly by: 'level' } | { readonly by: 'nothing' } | { readonly by: 'field'; readonly field: string };

/** Maximum number of values by which bars are stacked, if the group has no limit of its own (spec 2 §9). */
const mostValues = 15;

/** Returns how a histogram (bars of the number of messages over time) is stacked; undefined for other widgets. */
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

/**
 * Display settings that a histogram gets when the user stacks it by a field. An axis type that the histogram already
 * has takes precedence.
 */
export const stackedLook = { axis_type: 'linear', barmode: 'stack' };

/**
 * Returns the configuration of a histogram whose bars are stacked by the field: the field is its column group. If
 * `field` is undefined, the configuration has no column group. `stackedLook` is added with the first field. It is
 * removed with the last field, unless the user has changed the display settings.
 */
export function stackedBy(config: AggregationConfig, field: string | undefined): AggregationConfig {
  const { visualization_config: look, column_pivots: columns } = config;
  if (field === undefined) {
    const never = sameWire(look, stackedLook);
    return { ...config, column_pivots: [], visualization_config: never ? null : look };
  }
  // Another field replaces the present one, but the settings of the group stay, because the user may have changed them.
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
  const config = stackedBy(aggregationOf(widget), field);
  const stacked = stacking.by === 'nothing' ? false : undefined;
  return withTitles(updateWidget(document, queryId, { ...widget, config }), queryId, (titles) => {
    const before = storedLook(titles, chartLookKind, widgetId);
    return withStoredLook(titles, chartLookKind, widgetId, { ...before, stacked });
  });
}
