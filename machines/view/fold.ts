/**
 * Tells whether the chart above the messages is folded. The state is stored as a display setting of the widget, which
 * other consoles keep.
 */
import type { ViewState } from '../../api/contract/views.schema.js';
import { storedLook, withStoredLook } from './widget-looks.js';

/** Key under which the view's titles contain the display settings of charts. */
export const chartLookKind = 'chart_look';

export const isFolded = (state: Pick<ViewState, 'titles'>, widgetId: string): boolean =>
  storedLook(state.titles, chartLookKind, widgetId)['folded'] === true;

/** Returns the titles in which a chart is folded or not; its other display settings stay. */
export function titlesWithFold(
  titles: ViewState['titles'],
  widgetId: string,
  folded: boolean,
): NonNullable<ViewState['titles']> {
  const before = storedLook(titles, chartLookKind, widgetId);
  return withStoredLook(titles, chartLookKind, widgetId, { ...before, folded: folded || undefined });
}
