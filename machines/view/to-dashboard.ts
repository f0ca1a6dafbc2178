/** New dashboards: empty, or made from a search (screens/search.md §13; contract search C5). */
import type { Query } from '../../api/contract/searches.js';
import type { ViewState, Widget } from '../../api/contract/views.schema.js';
import { defaultRange } from '../time-range/ranges.js';
import { emptyView } from './default-view.js';
import {
  draftOf,
  queryIds,
  stateOf,
  withFreshSearch,
  withMetadata,
  type ViewDocument,
  type ViewMetadata,
} from './document.js';
import type { Ids } from './ids.js';

export interface NewDashboard {
  /** ISO instant. */
  readonly createdAt: string;
  readonly owner: string | null;
  readonly metadata: ViewMetadata;
}

/** One empty page. */
export function emptyDashboard({ createdAt, owner, metadata }: NewDashboard, ids: Ids): ViewDocument {
  const queryId = ids.uuid();
  const state: ViewState = { widgets: [], widget_mapping: {}, positions: {}, titles: {} };
  const view = { ...emptyView('DASHBOARD', { createdAt, owner }, ids), state: { [queryId]: state } };
  const document = withFreshSearch({ view, search: { id: '', queries: [pageQuery(queryId)], parameters: [] } }, ids);
  return withMetadata(document, metadata);
}

/**
 * The search as a dashboard of one page: every widget takes the query's text, range and streams, the page's own query is the
 * empty one. Widgets get new ids; titles, positions and highlighting follow them.
 */
export function dashboardOf(
  source: ViewDocument,
  { createdAt, owner, metadata }: NewDashboard,
  ids: Ids,
): ViewDocument {
  const [from = ''] = queryIds(source);
  const draft = draftOf(source, from);
  const before = stateOf(source, from);
  const { filters } = source.search.queries.find(({ id }) => id === from) ?? {};
  const queryId = ids.uuid();
  const renamed = new Map(before.widgets.map(({ id }) => [id, ids.uuid()]));
  const widgets = before.widgets.map((widget): Widget => ({
    ...widget,
    id: renamed.get(widget.id) ?? widget.id,
    timerange: draft.timeRange,
    query: { type: 'elasticsearch', query_string: draft.queryString },
    streams: [...draft.streams],
    ...(filters && filters.length > 0 && { filters: [...filters, ...(widget.filters ?? [])] }),
  }));
  const follow = <T>(byWidget: Readonly<Record<string, T>> | undefined): Record<string, T> =>
    Object.fromEntries(
      Object.entries(byWidget ?? {}).flatMap(([id, value]) => {
        const name = renamed.get(id);
        return name === undefined ? [] : [[name, value]];
      }),
    );
  const state: ViewState = {
    ...before,
    titles: Object.fromEntries(
      Object.entries({ widget: {}, ...before.titles }).map(([kind, titles]) => [
        kind,
        kind === 'tab' ? titles : follow(titles),
      ]),
    ),
    widgets,
    widget_mapping: follow(before.widget_mapping),
    positions: follow(before.positions),
  };
  const view = {
    ...emptyView('DASHBOARD', { createdAt, owner }, ids),
    properties: source.view.properties ?? [],
    state: { [queryId]: state },
  };
  const kept = source.search.queries.find(({ id }) => id === from)?.search_types;
  const query = { ...pageQuery(queryId), ...(kept && { search_types: kept }) };
  const search = { id: '', queries: [query], parameters: source.search.parameters ?? [] };
  return withMetadata(withFreshSearch({ view, search }, ids), metadata);
}

const pageQuery = (id: string): Query => ({
  id,
  query: { type: 'elasticsearch', query_string: '' },
  timerange: defaultRange,
  filters: [],
  search_types: [],
});
