/**
 * Pages of a dashboard: each page is a query with its own state, in the order of the search's queries
 * (screens/dashboards-sharing-alerts.md §6.4).
 */
import type { Query } from '../../api/contract/searches.js';
import type { ViewState, Widget, WidgetPosition } from '../../api/contract/views.schema.js';
import { defaultRange } from '../time-range/ranges.js';
import { withDeclarationsFor } from './declarations.js';
import type { ViewDocument } from './document.js';
import { addWidget, queryIds, queryOf, removeWidget, stateOf, widgetOf, withState } from './document.js';
import { foreignSearchTypes, withNewIds } from './foreign-search-types.js';
import type { Ids } from './ids.js';
import { positionOf } from './positions.js';
import { givenWidgetTitle } from './titles.js';
import { asCopyOf } from './widget-copies.js';

/** Maximum number of characters in the title of a page (spec 2 §9). */
export const pageTitleMax = 40;

function withQueries(document: ViewDocument, queries: readonly Query[]): ViewDocument {
  return { ...document, search: { ...document.search, queries: [...queries] } };
}

export function emptyQuery(id: string): Query {
  return {
    id,
    query: { type: 'elasticsearch', query_string: '' },
    timerange: defaultRange,
    filters: [],
    search_types: [],
  };
}

export const emptyPage = (): ViewState => ({
  selected_fields: null,
  titles: {},
  widgets: [],
  widget_mapping: {},
  positions: {},
  formatting: { highlighting: [] },
});

/** Adds an empty page at the end. */
export function createPage(document: ViewDocument, ids: Ids): ViewDocument {
  const id = ids.uuid();
  return withState(withQueries(document, [...document.search.queries, emptyQuery(id)]), id, emptyPage());
}

/** Gives the widgets of a state new ids; titles, positions and mapping refer to the new ids. */
export function renamedState(state: ViewState, ids: Ids): ViewState {
  const renamed = new Map(state.widgets.map(({ id }) => [id, ids.uuid()]));
  const rekeyed = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(record).flatMap(([id, value]) => (renamed.has(id) ? [[renamed.get(id), value]] : [])),
    );
  const { tab, ...byWidget } = state.titles ?? {};
  return {
    ...state,
    widgets: state.widgets.map((one): Widget => ({ ...one, id: renamed.get(one.id) ?? one.id })),
    positions: rekeyed(state.positions),
    widget_mapping: rekeyed(state.widget_mapping),
    titles: {
      ...Object.fromEntries(Object.entries(byWidget).map(([kind, titles]) => [kind, rekeyed(titles)])),
      ...(tab && { tab }),
    },
  };
}

/** Copies the state of a page. The widgets get new ids. If the page has a title, " (Copy)" is appended to it. */
function copiedState(state: ViewState, ids: Ids): ViewState {
  const renamed = renamedState(state, ids);
  const tab = renamed.titles?.['tab'];
  const title = tab?.['title'];
  const titles = tab && title ? { ...renamed.titles, tab: { ...tab, title: `${title} (Copy)` } } : renamed.titles;
  return { ...renamed, ...(titles && { titles }) };
}

export function duplicatePage(document: ViewDocument, queryId: string, ids: Ids): ViewDocument {
  return copyPage(document, queryId, document, ids);
}

/** Adds a copy of a page at the end of the same or another dashboard. If the page does not exist, nothing changes. */
export function copyPage(source: ViewDocument, queryId: string, target: ViewDocument, ids: Ids): ViewDocument {
  if (!queryIds(source).includes(queryId)) return target;
  const id = ids.uuid();
  const original = queryOf(source, queryId);
  const state = copiedState(stateOf(source, queryId), ids);
  const fed = withNewIds(foreignSearchTypes(state, original), ids);
  const query: Query = { ...original, id, search_types: [...fed.searchTypes] };
  const declaring = source === target ? target : withDeclarationsFor([query, state], source, target);
  return withState(withQueries(declaring, [...target.search.queries, query]), id, {
    ...state,
    widget_mapping: fed.mapping,
  });
}

/** Sets the title of a page, cut to 40 characters. With an empty title, the page shows its number again. */
export function withPageTitle(document: ViewDocument, queryId: string, title: string): ViewDocument {
  const state = stateOf(document, queryId);
  const trimmed = title.trim().slice(0, pageTitleMax);
  if ((state.titles?.['tab']?.['title'] ?? '') === trimmed || !queryIds(document).includes(queryId)) return document;
  const { title: _old, ...others } = state.titles?.['tab'] ?? {};
  const tab = trimmed === '' ? others : { ...others, title: trimmed };
  return withState(document, queryId, { ...state, titles: { ...state.titles, tab } });
}

/** Removes a page; the only page of a dashboard cannot be removed. */
export function removePage(document: ViewDocument, queryId: string): ViewDocument {
  return arrangePages(
    document,
    queryIds(document)
      .filter((id) => id !== queryId)
      .map((id) => ({ id })),
  );
}

export interface ArrangedPage {
  readonly id: string;
  readonly title?: string | undefined;
}

/** Reorders and renames the pages; pages that the list does not name are removed. An empty list changes nothing. */
export function arrangePages(document: ViewDocument, pages: readonly ArrangedPage[]): ViewDocument {
  const known = pages.filter(({ id }) => queryIds(document).includes(id));
  if (known.length === 0) return document;
  const named = known.reduce(
    (titled, { id, title }) => (title === undefined ? titled : withPageTitle(titled, id, title)),
    document,
  );
  const order = known.map(({ id }) => id);
  if (order.join() === queryIds(document).join()) return named;
  const gone = queryIds(document).filter((id) => !order.includes(id));
  const state = Object.fromEntries(Object.entries(named.view.state).filter(([id]) => !gone.includes(id)));
  return withQueries(
    { ...named, view: { ...named.view, state } },
    order.map((id) => queryOf(named, id)),
  );
}

/**
 * Returns the page to show after an edit: a new page, the present page, the nearest page before it, or the first page.
 */
export function activeAfter(before: ViewDocument, after: ViewDocument, activeQuery: string): string {
  const ids = queryIds(after);
  const added = ids.find((id) => !queryIds(before).includes(id));
  if (added !== undefined) return added;
  if (ids.includes(activeQuery)) return activeQuery;
  const earlier = queryIds(before).slice(0, queryIds(before).indexOf(activeQuery));
  return earlier.findLast((id) => ids.includes(id)) ?? ids[0] ?? '';
}

/**
 * Moves a widget to the top of another page. With `keepCopy`, a copy with a new id is added there instead. The size
 * stays the same.
 */
export function moveWidget(
  document: ViewDocument,
  from: string,
  widgetId: string,
  to: string,
  keepCopy: boolean,
  ids: Ids,
): ViewDocument {
  const widget = widgetOf(document, from, widgetId);
  if (!widget || from === to || !queryIds(document).includes(to)) return document;
  const state = stateOf(document, from);
  const { height, width }: WidgetPosition = positionOf(state.positions, widget);
  const taken = keepCopy ? { ...widget, id: ids.uuid() } : widget;
  const title = givenWidgetTitle(state, widgetId);
  const added = addWidget(document, to, { widget: taken, title, size: { height, width }, onTop: true });
  const copied = asCopyOf({ source: document, queryId: from, widgetId }, added, to, taken.id, ids);
  return keepCopy ? copied : removeWidget(copied, from, widgetId);
}
