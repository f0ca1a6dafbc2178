/**
 * Tracks the displayed stacking of histogram bars. The split by level is searched separately and is not part of the
 * view. A copy on a dashboard has no separate search for levels, so the copy takes the split from here.
 */
import { stateOf, updateWidget, type ViewDocument } from '../../machines/view/document.js';
import { stackedBy } from '../../machines/view/stacking.js';
import type { ViewPageActor } from './view-page.js';
import { aggregationOf } from '../../machines/view/widget-config.js';

const seen = new WeakMap<ViewPageActor, Map<string, string>>();

/**
 * Records the field that splits the bars of a widget.
 * @param field undefined: the bars are as configured in the view
 */
export function noteStacking(page: ViewPageActor, widgetId: string, field: string | undefined): void {
  const known = seen.get(page) ?? new Map<string, string>();
  if (field === undefined) known.delete(widgetId);
  else known.set(widgetId, field);
  seen.set(page, known);
}

/** Returns the document with the displayed split in the configuration of each widget whose bars are split. */
export function asSeen(page: ViewPageActor, document: ViewDocument, queryId: string): ViewDocument {
  return stateOf(document, queryId).widgets.reduce((changed, widget) => {
    const field = seen.get(page)?.get(widget.id);
    if (field === undefined) return changed;
    const config = stackedBy(aggregationOf(widget), field);
    return updateWidget(changed, queryId, { ...widget, config: { ...config, rollup: false } });
  }, document);
}
