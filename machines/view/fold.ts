/** Folding state of the chart above the messages: a look of the widget, which other consoles keep. */
import type { ViewState } from '../../api/contract/views.schema.js';
import { storedLook, withStoredLook } from './widget-looks.js';

/** The kind of title that holds it. */
export const chartLookKind = 'chart_look';

export const isFolded = (state: Pick<ViewState, 'titles'>, widgetId: string): boolean =>
  storedLook(state.titles, chartLookKind, widgetId)['folded'] === true;

/** The titles with a chart folded or not; what else its look says stays. */
export function titlesWithFold(
  titles: ViewState['titles'],
  widgetId: string,
  folded: boolean,
): NonNullable<ViewState['titles']> {
  const before = storedLook(titles, chartLookKind, widgetId);
  return withStoredLook(titles, chartLookKind, widgetId, { ...before, folded: folded || undefined });
}
