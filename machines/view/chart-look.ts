/**
 * Display settings of a chart: folded above the messages, with figures below it, or, for a table, ordered by the changes
 * since an earlier range. The titles of the view contain them (widget-looks.ts), because other consoles keep titles of
 * kinds that they do not know.
 */
import type { ViewState, Widget } from '../../api/contract/views.schema.js';
import type { SortDirection } from '../pivot/data-table.js';
import { isTimeline } from '../pivot/keys.js';
import { aggregationOf } from './widget-config.js';
import { storedLook, withStoredLook } from './widget-looks.js';

/** Sort order of the rows of a table by one of its columns of changes. */
export interface ChangeOrder {
  /** Id of the column. */
  readonly id: string;
  readonly direction: SortDirection;
}

/** An order by changes as the view keeps it. */
export interface KeptChangeOrder extends ChangeOrder {
  /**
   * Sort of the widget's configuration, as JSON, when the user chose the order by changes. The order holds until the
   * configured sort changes.
   */
  readonly sort: string;
}

export interface ChartLook {
  /** True shows only the header of the chart above the messages. Members with their default value are not stored. */
  readonly folded?: true | undefined;
  /**
   * Number of series of the chart when the user switched on the figures below it; undefined: no figures. Space for this
   * number is reserved until the result arrives, which may have another number of series.
   */
  readonly figures?: number | undefined;
  /** Order of a table by a column of changes; `keptChangeOrder` reads it. */
  readonly changes?: KeptChangeOrder | undefined;
}

/** Key under which the view's titles contain the display settings of charts. */
export const chartLookKind = 'chart_look';

/** Reads the display settings of a chart; invalid members get their defaults. */
export function chartLookOf({ titles }: Pick<ViewState, 'titles'>, widgetId: string) {
  const { folded, figures } = storedLook(titles, chartLookKind, widgetId);
  return { folded: folded === true, figures: Math.max(0, Number(figures)) || 0 };
}

/** Returns the titles with changed display settings of a chart; its other display settings stay. */
export const titlesWithChartLook = (
  titles: ViewState['titles'],
  widgetId: string,
  look: ChartLook,
): NonNullable<ViewState['titles']> =>
  withStoredLook(titles, chartLookKind, widgetId, { ...storedLook(titles, chartLookKind, widgetId), ...look });

/** Returns the titles without the figures of all charts. */
export const withoutFigures = (titles: ViewState['titles']): NonNullable<ViewState['titles']> =>
  Object.keys(titles?.[chartLookKind] ?? {}).reduce(
    (all, widgetId) => titlesWithChartLook(all, widgetId, { figures: undefined }),
    titles ?? {},
  );

/** Tells whether the chart of a widget can have figures below it: it has a time axis and series. */
export const hasPlaceForFigures = (widget: Pick<Widget, 'type' | 'config'>): boolean =>
  widget.type.toLowerCase() === 'aggregation' &&
  isTimeline(aggregationOf(widget)) &&
  /^(bar|line|area|scatter)$/.test(aggregationOf(widget).visualization);
