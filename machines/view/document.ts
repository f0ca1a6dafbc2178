/**
 * A view together with its search in the API's format, and pure functions that edit both. Every edit replaces only the
 * members that it names, so data that this console does not know is kept.
 */
import type { Filter, Parameter, Query, Search, SearchType, TimeRange } from '../../api/contract/searches.js';
import type { HighlightingRule, View, ViewState, Widget, WidgetPosition } from '../../api/contract/views.schema.js';
import { defaultRange, sameRange } from '../time-range/ranges.js';
import { withRestSeries } from '../pivot/rest-series.js';
import { foreignSearchTypes } from './foreign-search-types.js';
import type { Ids } from './ids.js';
import { layoutOf, positionsOf } from './grid-layout.js';
import type { Positions } from './positions.js';
import { addPosition, positionOf, stretchPosition, withoutGaps } from './positions.js';
import { deriveSearchTypes, resultsDiffer } from './search-types.js';
import { streamsOfFilter, withStreams } from './stream-filter.js';
import { computedKind, withQuestionMark, type QuestionMark } from './titles.js';
import { aggregationOf } from './widget-config.js';
import { titlesWithComputed } from './widget-looks.js';
import { sameWire } from '../wire-equality.js';

export type StoredSearch = Search & { readonly id: string };
export interface ViewDocument {
  readonly view: View;
  readonly search: StoredSearch;
  /** True for a guest, whose embed token may execute the stored search of the view, but store no other search. */
  readonly isGuests?: true;
}

/** Values of the search bar for one query: query text, time range and streams. */
export interface QueryDraft {
  readonly queryString: string;
  readonly timeRange: TimeRange;
  readonly streams: readonly string[];
}

const emptyState: ViewState = { widgets: [], widget_mapping: {}, positions: {} };

export function queryIds({ search }: ViewDocument): readonly string[] {
  return search.queries.flatMap(({ id }) => (id === undefined ? [] : [id]));
}
export function queryOf({ search }: Pick<ViewDocument, 'search'>, queryId: string): Query {
  return search.queries.find(({ id }) => id === queryId) ?? { id: queryId };
}
export function stateOf({ view }: ViewDocument, queryId: string): ViewState {
  return view.state[queryId] ?? emptyState;
}
export function widgetOf(document: ViewDocument, queryId: string, widgetId: string): Widget | undefined {
  return stateOf(document, queryId).widgets.find(({ id }) => id === widgetId);
}
export function draftOf(document: Pick<ViewDocument, 'search'>, queryId: string): QueryDraft {
  const { query, timerange, filter } = queryOf(document, queryId);
  return {
    queryString: query?.query_string ?? '',
    timeRange: timerange ?? defaultRange,
    streams: streamsOfFilter(filter),
  };
}

export function sameDraft(left: QueryDraft, right: QueryDraft): boolean {
  return (
    left.queryString === right.queryString &&
    sameRange(left.timeRange, right.timeRange) &&
    sameWire([...left.streams].sort(), [...right.streams].sort())
  );
}

/** Writes the values of the search bar into a query; returns the same document when nothing changes. */
export function withDraft(document: ViewDocument, queryId: string, draft: QueryDraft): ViewDocument {
  const before = draftOf(document, queryId);
  if (sameDraft(before, draft)) return document;
  const { search } = document;
  const change = (query: Query): Query => {
    if (query.id !== queryId) return query;
    const streamsChanged = !sameWire([...before.streams].sort(), [...draft.streams].sort());
    const filter: Filter | null | undefined = streamsChanged ? withStreams(query.filter, draft.streams) : query.filter;
    return {
      ...query,
      query: { ...query.query, type: 'elasticsearch', query_string: draft.queryString },
      timerange: sameRange(query.timerange, draft.timeRange) && query.timerange ? query.timerange : draft.timeRange,
      ...(filter === undefined ? {} : { filter }),
    };
  };
  return { ...document, search: { ...search, queries: search.queries.map(change) } };
}

export function withState(document: ViewDocument, queryId: string, state: ViewState): ViewDocument {
  const { view } = document;
  return { ...document, view: { ...view, state: { ...view.state, [queryId]: state } } };
}

export interface NewWidget {
  readonly widget: Widget;
  readonly title?: string | undefined;
  /** Marks a widget whose title states the question that it answers; absent: it has the default title. */
  readonly question?: QuestionMark | undefined;
  /** Computed metrics of the widget as `formula/stored.ts` writes them; absent: the widget has none. */
  readonly computed?: string | undefined;
  /**
   * Position of the widget. Without it, the widget gets the first free place that fits its size (or the default size of
   * its type), or the top if no place fits.
   */
  readonly position?: WidgetPosition | undefined;
  /** True places the widget at the top even if there is a free place elsewhere. */
  readonly onTop?: boolean | undefined;
  readonly size?: Pick<WidgetPosition, 'height' | 'width'> | undefined;
  /** True when the user adds the widget in order to configure it, so that its editor opens immediately. */
  readonly edit?: boolean | undefined;
}
export function addWidget(
  document: ViewDocument,
  queryId: string,
  { widget, title, question, computed, position, size, onTop = false }: NewWidget,
): ViewDocument {
  const state = stateOf(document, queryId);
  const marked = question ? withQuestionMark(state.titles, widget.id, question) : state.titles;
  const added: ViewState = {
    ...state,
    widgets: [...state.widgets, widget],
    ...((question || computed) && { titles: computed ? titlesWithComputed(marked, widget.id, computed) : marked }),
    positions: { ...addPosition(placedPositions(state), widget, position, size, onTop ? {} : shownPositions(state)) },
  };
  const placed = withState(document, queryId, added);
  return title === undefined ? placed : withWidgetTitle(placed, queryId, widget.id, title);
}

const shownPositions = ({ widgets, positions }: ViewState): Positions => positionsOf(layoutOf(widgets, positions));

/** Returns the positions of all widgets, including default positions, so that moving widgets down moves all of them. */
function placedPositions(state: ViewState): Positions {
  const placed = Object.fromEntries(state.widgets.map((widget) => [widget.id, positionOf(state.positions, widget)]));
  return { ...state.positions, ...placed };
}

/**
 * Replaces the widget that has the id of the given widget. Returns the same document when no widget has the id, or when
 * the two widgets are equal.
 */
export function updateWidget(document: ViewDocument, queryId: string, widget: Widget): ViewDocument {
  const state = stateOf(document, queryId);
  const before = state.widgets.find(({ id }) => id === widget.id);
  if (!before || sameWire(before, widget)) return document;
  return withState(document, queryId, {
    ...state,
    widgets: state.widgets.map((other) => (other.id === widget.id ? widget : other)),
  });
}

/** Removes a widget from its page; its title and position stay in the document (screens/search.md §6). */
export function removeWidget(document: ViewDocument, queryId: string, widgetId: string): ViewDocument {
  const state = stateOf(document, queryId);
  if (!state.widgets.some(({ id }) => id === widgetId)) return document;
  return withState(document, queryId, { ...state, widgets: state.widgets.filter(({ id }) => id !== widgetId) });
}

/** Undoes the adding of a widget. @param positions positions before the widget was added */
export function withdrawWidget(
  document: ViewDocument,
  queryId: string,
  widgetId: string,
  positions: Positions,
): ViewDocument {
  const untitled = withWidgetTitle(document, queryId, widgetId, '');
  const without = removeWidget(untitled, queryId, widgetId);
  if (without === untitled) return document;
  const state = stateOf(without, queryId);
  const { widgets } = stateOf(untitled, queryId);
  // Widgets that were added later keep their positions. The other widgets get the positions that they had before, if
  // any.
  const later = widgets.slice(widgets.findIndex(({ id }) => id === widgetId) + 1).map(({ id }) => id);
  const kept = Object.entries(state.positions).filter(([id]) => later.includes(id));
  return withState(without, queryId, { ...state, positions: { ...Object.fromEntries(kept), ...positions } });
}

export function withPositions(document: ViewDocument, queryId: string, positions: Positions): ViewDocument {
  const state = stateOf(document, queryId);
  const stored = { ...state.positions, ...withoutGaps(positions) };
  return sameWire(stored, state.positions) ? document : withState(document, queryId, { ...state, positions: stored });
}

export function stretchWidget(document: ViewDocument, queryId: string, widgetId: string): ViewDocument {
  const widget = widgetOf(document, queryId, widgetId);
  if (!widget) return document;
  const state = stateOf(document, queryId);
  return withState(document, queryId, { ...state, positions: { ...stretchPosition(state.positions, widget) } });
}

/** Sets the title of a widget; an empty title restores the default title. */
export function withWidgetTitle(
  document: ViewDocument,
  queryId: string,
  widgetId: string,
  title: string,
): ViewDocument {
  const state = stateOf(document, queryId);
  const { [widgetId]: _old, ...others } = state.titles?.['widget'] ?? {};
  const trimmed = title.trim();
  const widget = trimmed === '' ? others : { ...others, [widgetId]: trimmed };
  const titles = { ...state.titles, widget };
  return sameWire(titles, state.titles ?? { widget: {} })
    ? document
    : withState(document, queryId, { ...state, titles });
}

/** Changes data that is stored among the titles, such as display settings of a widget. The search does not change. */
export function withTitles(
  document: ViewDocument,
  queryId: string,
  change: (titles: ViewState['titles']) => NonNullable<ViewState['titles']>,
): ViewDocument {
  const state = stateOf(document, queryId);
  const titles = change(state.titles);
  return sameWire(titles, state.titles ?? {}) ? document : withState(document, queryId, { ...state, titles });
}

export function withHighlighting(
  document: ViewDocument,
  queryId: string,
  rules: readonly HighlightingRule[],
): ViewDocument {
  const state = stateOf(document, queryId);
  if (sameWire(rules, state.formatting?.highlighting ?? [])) return document;
  return withState(document, queryId, { ...state, formatting: { ...state.formatting, highlighting: [...rules] } });
}

/** Sets the colour of one name in a widget's chart (spec 2 §4). */
export function withChartColor(
  document: ViewDocument,
  queryId: string,
  widgetId: string,
  name: string,
  color: string,
): ViewDocument {
  const widget = widgetOf(document, queryId, widgetId);
  if (!widget) return document;
  const settings = (widget.config['formatting_settings'] ?? {}) as {
    chart_colors?: { field_name: string; chart_color: string }[];
  };
  const others = (settings.chart_colors ?? []).filter(({ field_name }) => field_name !== name);
  const chart_colors = [...others, { field_name: name, chart_color: color }];
  const config = { ...widget.config, formatting_settings: { ...settings, chart_colors } };
  return updateWidget(document, queryId, { ...widget, config });
}

export interface ViewMetadata {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
}
/** Sets title, summary and description of a view without whitespace at their ends (spec 2 §5). */
export function withMetadata(document: ViewDocument, metadata: ViewMetadata): ViewDocument {
  const trimmed = {
    title: metadata.title.trim(),
    summary: metadata.summary.trim(),
    description: metadata.description.trim(),
  };
  return sameWire({ ...document.view, ...trimmed }, document.view)
    ? document
    : { ...document, view: { ...document.view, ...trimmed } };
}

/**
 * Returns the document with other declared parameters of the search.
 * @param kind kind of titles under which every page stores `controls`
 * @param controls settings as JSON texts by name; they replace the stored settings, and if there are none, the kind is
 * removed
 */
export function withParameters(
  { view, search }: ViewDocument,
  parameters: readonly Parameter[],
  kind: string,
  controls: Readonly<Record<string, string>>,
): ViewDocument {
  const state = Object.entries(view.state).map(([id, page]) => {
    const { [kind]: _before, ...titles } = page.titles ?? {};
    return [
      id,
      { ...page, titles: { ...titles, ...(Object.keys(controls).length > 0 && { [kind]: controls }) } },
    ] as const;
  });
  return { view: { ...view, state: Object.fromEntries(state) }, search: { ...search, parameters: [...parameters] } };
}

/** Tells whether the change from one document to another needs a new search on the server (contract search C7). */
export function needsNewSearch(before: ViewDocument, after: ViewDocument): boolean {
  if (before === after) return false;
  const ids = queryIds(before);
  if (!sameWire(ids, queryIds(after)) || !sameWire(before.search.parameters ?? [], after.search.parameters ?? []))
    return true;
  return ids.some((id) => {
    const { search_types: _a, ...left } = queryOf(before, id);
    const { search_types: _b, ...right } = queryOf(after, id);
    const [own, changed] = [stateOf(before, id), stateOf(after, id)];
    return (
      !sameWire(left, right) ||
      !sameWire(own.titles?.[computedKind], changed.titles?.[computedKind]) ||
      resultsDiffer(own.widgets, changed.widgets) ||
      (lacksRest(after, id) && !lacksRest(before, id)) ||
      !sameWire(
        foreignSearchTypes(own, queryOf(before, id)).mapping,
        foreignSearchTypes(changed, queryOf(after, id)).mapping,
      )
    );
  });
}

/**
 * Returns a query whose charts of top values request the omitted values; the same query if all of them already do.
 */
export function withRestOfValues(query: Query, { widgets, widget_mapping: mapping }: ViewState): Query {
  const stored = query.search_types ?? [];
  const types = stored.map((type) => {
    const widget = widgets.find(({ id }) => type.id !== undefined && mapping[id]?.includes(type.id));
    return widget?.type.toLowerCase() === 'aggregation' ? withRestSeries(type, aggregationOf(widget)) : type;
  });
  return types.every((type, index) => type === stored[index]) ? query : { ...query, search_types: types };
}

/**
 * Tells whether a chart of top values does not request its omitted values, because another console stored its search.
 */
const lacksRest = (document: ViewDocument, queryId: string): boolean => {
  const query = queryOf(document, queryId);
  return withRestOfValues(query, stateOf(document, queryId)) !== query;
};

/**
 * Returns the document with a new search id, and with search types and mapping derived from the widgets (contract
 * search S1, V3). The search types of unknown widgets stay.
 */
export function withFreshSearch(document: ViewDocument, ids: Ids): ViewDocument {
  let { state } = document.view;
  const queries = document.search.queries.map((query) => {
    const queryId = query.id ?? ids.uuid();
    const own = state[queryId] ?? emptyState;
    const storedOf = (widgetId: string) =>
      (own.widget_mapping[widgetId] ?? []).flatMap((id) => query.search_types?.find((one) => one.id === id) ?? []);
    const { searchTypes, widgetMapping } = deriveSearchTypes(own.widgets, ids, storedOf);
    const kept = foreignSearchTypes(own, query);
    state = { ...state, [queryId]: { ...own, widget_mapping: { ...widgetMapping, ...kept.mapping } } };
    return { ...query, id: queryId, search_types: [...(searchTypes as SearchType[]), ...kept.searchTypes] };
  });
  const search = { ...document.search, id: ids.objectId(), queries };
  return { view: { ...document.view, search_id: search.id, state }, search };
}
