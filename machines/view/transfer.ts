/** From searches to dashboards: a widget, or the whole search (screens/search.md §13; spec 2 §4). */
import type { Query } from '../../api/contract/searches.js';
import type { Widget } from '../../api/contract/views.schema.js';
import { emptyView } from './default-view.js';
import type { ViewDocument } from './document.js';
import { addWidget, queryIds, queryOf, stateOf, widgetOf, withCopiedLooks, withFreshSearch } from './document.js';
import type { Ids } from './ids.js';
import { emptyPage, emptyQuery } from './pages.js';
import { positionOf } from './positions.js';
import { streamsOfFilter } from './stream-filter.js';
import { givenWidgetTitle } from './titles.js';

/** What a widget on a search has from its query, on a dashboard it has itself. */
function withQueryOf(widget: Widget, { query, timerange, filter, filters }: Query): Widget {
  return {
    ...widget,
    timerange: timerange ?? null,
    query: query ?? null,
    streams: [...streamsOfFilter(filter)],
    filters: [...(filters ?? [])],
  };
}

/**
 * The dashboard with a copy of a search's widget on top of its first page, ready to be stored.
 * @throws Error when there is no such widget, or the dashboard has no page.
 */
export function copyWidgetToDashboard(
  source: ViewDocument,
  queryId: string,
  widgetId: string,
  target: ViewDocument,
  ids: Ids,
): ViewDocument {
  const original = widgetOf(source, queryId, widgetId);
  const [page] = queryIds(target);
  if (!original) throw new Error(`Unable to copy widget: no widget with id ${widgetId}`);
  if (page === undefined) throw new Error('Unable to copy widget: the dashboard has no page');
  const state = stateOf(source, queryId);
  const { height, width } = positionOf(state.positions, original);
  const widget = withQueryOf({ ...original, id: ids.uuid() }, queryOf(source, queryId));
  const added = addWidget(target, page, {
    widget,
    title: givenWidgetTitle(state, widgetId),
    size: { height, width },
  });
  return withFreshSearch(withCopiedLooks(added, page, widget.id, state, widgetId), ids);
}

export interface DashboardStart {
  /** ISO instant. */
  readonly createdAt: string;
  readonly owner?: string | null;
}

/** A dashboard with one empty page. */
export function emptyDashboard(start: DashboardStart, ids: Ids): ViewDocument {
  const queryId = ids.uuid();
  return withFreshSearch(
    {
      view: { ...emptyView('DASHBOARD', start, ids), state: { [queryId]: emptyPage() } },
      search: { id: '', queries: [emptyQuery(queryId)], parameters: [] },
    },
    ids,
  );
}

/** A dashboard of a search: every widget takes the query's text, range and streams; the query itself is emptied. */
export function dashboardOfSearch(source: ViewDocument, start: DashboardStart, ids: Ids): ViewDocument {
  const state = Object.fromEntries(
    queryIds(source).map((queryId) => {
      const own = stateOf(source, queryId);
      const query = queryOf(source, queryId);
      return [queryId, { ...own, widgets: own.widgets.map((widget) => withQueryOf(widget, query)) }];
    }),
  );
  const queries = source.search.queries.map(({ filter: _filter, ...query }): Query => ({
    ...query,
    query: { type: 'elasticsearch', query_string: '' },
    filters: [],
  }));
  const fresh = emptyView('DASHBOARD', start, ids);
  return withFreshSearch({ view: { ...fresh, state }, search: { ...source.search, queries } }, ids);
}
