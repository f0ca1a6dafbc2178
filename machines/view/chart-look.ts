/**
 * Display settings of a chart: folded above the messages, or with figures below it. They are stored as display settings
 * of the widget, which other consoles keep.
 */
import type { ViewState } from '../../api/contract/views.schema.js';
import { storedLook, withStoredLook } from './widget-looks.js';

export interface ChartLook {
  /** True shows only the header of the chart above the messages. */
  readonly folded?: boolean;
  /** Number of series with figures below the chart; 0: there are no figures. */
  readonly figures?: number;
}

/** Key under which the view's titles contain the display settings of charts. */
export const chartLookKind = 'chart_look';

/** Reads the display settings of a chart; invalid members get their defaults. */
export function chartLookOf({ titles }: Pick<ViewState, 'titles'>, widgetId: string): Required<ChartLook> {
  const { folded, figures } = storedLook(titles, chartLookKind, widgetId);
  return { folded: folded === true, figures: Number.isInteger(figures) ? Math.max(0, Number(figures)) : 0 };
}

/** Returns the titles with changed display settings of a chart; its other display settings stay. */
export function titlesWithChartLook(
  titles: ViewState['titles'],
  widgetId: string,
  look: ChartLook,
): NonNullable<ViewState['titles']> {
  const { folded, figures, ...unknown } = { ...storedLook(titles, chartLookKind, widgetId), ...look };
  // Defaults are not stored.
  const known = { folded: folded || undefined, figures: figures || undefined };
  return withStoredLook(titles, chartLookKind, widgetId, { ...unknown, ...known });
}
