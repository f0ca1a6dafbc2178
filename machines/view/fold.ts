/**
 * Stores whether the chart above the messages is folded, as a display setting of the widget that other consoles keep.
 */
import type { ViewState } from '../../api/contract/views.schema.js';
import { storedLook, withStoredLook } from './widget-looks.js';

/** Key among the view's titles that holds the setting. */
export const chartLookKind = 'chart_look';

export const isFolded = (state: Pick<ViewState, 'titles'>, widgetId: string): boolean =>
  storedLook(state.titles, chartLookKind, widgetId)['folded'] === true;

/** Sets whether a chart is folded; its other display settings stay. */
export function titlesWithFold(
  titles: ViewState['titles'],
  widgetId: string,
  folded: boolean,
): NonNullable<ViewState['titles']> {
  const before = storedLook(titles, chartLookKind, widgetId);
  return withStoredLook(titles, chartLookKind, widgetId, { ...before, folded: folded || undefined });
}
