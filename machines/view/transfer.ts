/** Copies a widget or a whole search to a dashboard (screens/search.md §13; spec 2 §4). */
import type { Query } from '../../api/contract/searches.js';
import type { Widget } from '../../api/contract/views.schema.js';
import { defaultRange } from '../time-range/ranges.js';
import { withDeclarationsFor } from './declarations.js';
import { withoutFigures } from './chart-look.js';
import { emptyView } from './default-view.js';
import type { ViewDocument, ViewMetadata } from './document.js';
import {
  addWidget,
  queryIds,
  queryOf,
  stateOf,
  widgetOf,
  withFreshSearch,
  withMetadata,
  withTitles,
} from './document.js';
import type { Ids } from './ids.js';
import { emptyPage, emptyQuery, renamedState } from './pages.js';
import { positionOf } from './positions.js';
import { streamsOfFilter } from './stream-filter.js';
import { givenWidgetTitle } from './titles.js';
import { asCopyOf, settledType } from './widget-copies.js';

/**
 * Returns the settings that widgets of a search take from the query. Widgets of dashboards have these settings
 * themselves (contract search C5).
 */
const settingsOf = ({ query, timerange, filter }: Query) => ({
  timerange: timerange ?? defaultRange,
  query: query ?? { type: 'elasticsearch' as const, query_string: '' },
  streams: [...streamsOfFilter(filter)],
});

function withQueryOf(widget: Widget, query: Query): Widget {
  return { ...widget, ...settingsOf(query), filters: [...(query.filters ?? []), ...(widget.filters ?? [])] };
}

/**
 * Returns a dashboard with a copy of a search's widget on its first page. The copy is in the first free place that
 * fits, otherwise at the top. The dashboard can be stored as it is.
 * @throws Error when the widget does not exist or the dashboard has no page
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
  const query = queryOf(source, queryId);
  const widget = withQueryOf({ ...original, id: ids.uuid() }, query);
  const added = addWidget(target, page, {
    widget,
    title: givenWidgetTitle(state, widgetId),
    size: { height, width },
  });
  const copied = asCopyOf({ source, queryId, widgetId }, added, page, widget.id, ids, settingsOf(query));
  const { widget_mapping } = stateOf(copied, page);
  const fed = queryOf(copied, page).search_types?.filter(({ id = '' }) => widget_mapping[widget.id]?.includes(id));
  const looking = withTitles(copied, page, withoutFigures);
  return withFreshSearch(withDeclarationsFor([widget, fed], source, looking), ids);
}

export interface NewDashboard {
  /** Time of the creation as an ISO instant. */
  readonly createdAt: string;
  readonly owner?: string | null;
  readonly metadata?: ViewMetadata;
}

const named = (document: ViewDocument, { metadata }: NewDashboard): ViewDocument =>
  metadata ? withMetadata(document, metadata) : document;

/** Returns a dashboard with one empty page. */
export function emptyDashboard(start: NewDashboard, ids: Ids): ViewDocument {
  const queryId = ids.uuid();
  const view = { ...emptyView('DASHBOARD', start, ids), state: { [queryId]: emptyPage() } };
  const search = { id: '', queries: [emptyQuery(queryId)], parameters: [] };
  return named(withFreshSearch({ view, search }, ids), start);
}

/**
 * Converts a search to a dashboard with one page. Every widget takes over the text, range, streams and filters of the
 * query, and the page's own query is empty. Widgets get new ids, to which titles and positions refer. Charts lose
 * their figures, because each user of a dashboard shows them in the user's own browser.
 */
export function dashboardOf(source: ViewDocument, start: NewDashboard, ids: Ids): ViewDocument {
  const [from = ''] = queryIds(source);
  const query = queryOf(source, from);
  const before = renamedState(stateOf(source, from), ids);
  const widgets = before.widgets.map((widget) => withQueryOf(widget, query));
  const queryId = ids.uuid();
  const view = {
    ...emptyView('DASHBOARD', start, ids),
    properties: source.view.properties ?? [],
    state: { [queryId]: { ...before, widgets, titles: withoutFigures(before.titles) } },
  };
  const settings = settingsOf(query);
  const page = {
    ...emptyQuery(queryId),
    search_types: (query.search_types ?? []).map((type) => settledType(type, settings)),
  };
  const search = { id: '', queries: [page], parameters: source.search.parameters ?? [] };
  return named(withFreshSearch({ view, search }, ids), start);
}

/**
 * Returns a new dashboard with a copy of a search's widget.
 * @throws Error when the widget does not exist
 */
export function dashboardOfWidget(
  source: ViewDocument,
  queryId: string,
  widgetId: string,
  start: NewDashboard,
  ids: Ids,
): ViewDocument {
  return copyWidgetToDashboard(source, queryId, widgetId, emptyDashboard(start, ids), ids);
}
