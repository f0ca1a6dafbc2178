/**
 * Describes the parts of a histogram's bars on the screen. The split by level is searched beside the view and is no part of it,
 * so a copy on a dashboard, where nothing is searched beside the view, takes it from here.
 */
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { stateOf, updateWidget, type ViewDocument } from '../../machines/view/document.js';
import { stackedBy } from '../../machines/view/stacking.js';
import type { ViewPageActor } from './view-page.js';

const seen = new WeakMap<ViewPageActor, Map<string, string>>();

/** Notes the field whose values the bars of a widget consist of. @param field undefined: the bars are as the view says */
export function noteStacking(page: ViewPageActor, widgetId: string, field: string | undefined): void {
  const known = seen.get(page) ?? new Map<string, string>();
  if (field === undefined) known.delete(widgetId);
  else known.set(widgetId, field);
  seen.set(page, known);
}

/** The document with the widgets as displayed on screen. */
export function asSeen(page: ViewPageActor, document: ViewDocument, queryId: string): ViewDocument {
  return stateOf(document, queryId).widgets.reduce((changed, widget) => {
    const field = seen.get(page)?.get(widget.id);
    if (field === undefined) return changed;
    const config = stackedBy(widget.config as AggregationConfig, field);
    return updateWidget(changed, queryId, { ...widget, config: { ...config, rollup: false } });
  }, document);
}
