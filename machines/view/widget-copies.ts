/** Copies widgets, with their display settings and search types, to any page of any view. */
import type { SearchType } from '../../api/contract/searches.js';
import type { ViewDocument } from './document.js';
import { addWidget, queryOf, stateOf, withState } from './document.js';
import { foreignSearchTypes, withNewIds } from './foreign-search-types.js';
import type { Ids } from './ids.js';
import { widgetTitle } from './titles.js';
import { withLooksOf } from './widget-looks.js';

/** Adds a copy of a widget to its page. @throws Error when the widget does not exist (spec 2 §8) */
export function duplicateWidget(document: ViewDocument, queryId: string, widgetId: string, ids: Ids): ViewDocument {
  const state = stateOf(document, queryId);
  const original = state.widgets.find(({ id }) => id === widgetId);
  if (!original) throw new Error(`Unable to duplicate widget: no widget with id ${widgetId}`);
  const widget = { ...original, id: ids.uuid() };
  const added = addWidget(document, queryId, { widget, title: `${widgetTitle(state, original)} (copy)` });
  return asCopyOf({ source: document, queryId, widgetId }, added, queryId, widget.id, ids);
}

/** A widget with the document and the page that contain it. */
export interface WidgetPlace {
  readonly source: ViewDocument;
  readonly queryId: string;
  readonly widgetId: string;
}

/**
 * Completes the copy of a widget after it was added to a page. The copy gets the display settings of the original. It
 * also gets its search types if they cannot be derived.
 * @param settled settings of the original's query, which the search types must contain if the page has another query
 */
export function asCopyOf(
  { source, queryId: from, widgetId }: WidgetPlace,
  document: ViewDocument,
  queryId: string,
  copyId: string,
  ids: Ids,
  settled?: Partial<SearchType>,
): ViewDocument {
  const original = stateOf(source, from);
  const state = stateOf(document, queryId);
  const titles = withLooksOf(state.titles, original.titles, widgetId, copyId);
  const looking = titles === state.titles || !titles ? state : { ...state, titles };
  const widgets = original.widgets.filter(({ id }) => id === widgetId);
  const fed = withNewIds(foreignSearchTypes({ ...original, widgets }, queryOf(source, from)), ids);
  const mapped = fed.mapping[widgetId];
  if (!mapped) return looking === state ? document : withState(document, queryId, looking);
  const widget_mapping = { ...looking.widget_mapping, [copyId]: mapped };
  return withSearchTypes(
    withState(document, queryId, { ...looking, widget_mapping }),
    queryId,
    settled ? fed.searchTypes.map((type) => settledType(type, settled)) : fed.searchTypes,
  );
}

/** Returns a search type with settings of its query in place of the settings that it does not have itself. */
export const settledType = (type: SearchType, settled: Partial<SearchType>): SearchType => ({
  ...settled,
  ...Object.fromEntries(Object.entries(type).filter(([, value]) => value !== null)),
  id: type.id ?? '',
  type: type.type,
});

function withSearchTypes(document: ViewDocument, queryId: string, added: readonly SearchType[]): ViewDocument {
  const { search } = document;
  const queries = search.queries.map((query) =>
    query.id === queryId ? { ...query, search_types: [...(query.search_types ?? []), ...added] } : query,
  );
  return { ...document, search: { ...search, queries } };
}
