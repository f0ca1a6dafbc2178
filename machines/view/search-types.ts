/** Derives search types from widgets (contract search C1–C4). Widgets of unknown types have none. */
import type { PivotGroup, SearchType } from '../../api/contract/searches.js';
import type { AggregationConfig, MessageTableConfig, Widget, WidgetPivot } from '../../api/contract/views.schema.js';
import { timeUnitText } from '../pivot/auto-interval.js';
import { askableRange } from '../time-range/fault.js';
import { sameWire } from '../wire-equality.js';
import type { Ids } from './ids.js';
import { pivotFault, sortFault } from './config-fault.js';
import { restSeries } from '../pivot/rest-series.js';
import { toPivotSeries } from '../pivot/series.js';

/** Number of messages on one page of a message table (spec 2 §9). */
export const messagesPerPage = 150;

/**
 * Offset of a trend unless the search has another offset: once the length of the range (contract search, OffsetRange).
 */
const defaultOffset = '1i';

type Draft = Omit<SearchType, 'id'>;
/** Refers to a search type of the same widget by its index. It is needed as long as the search types have no ids. */
type Reference = { readonly of: number };

const definitions: Readonly<Record<string, (config: Widget['config']) => readonly Draft[]>> = {
  messages: (config) => [messagesType(config as Partial<MessageTableConfig>)],
  aggregation: (config) => aggregationTypes(config as Partial<AggregationConfig>),
};

type Configured = Pick<Widget, 'type' | 'config'>;
/**
 * Converts the configuration of a widget whose type is neither `messages` nor `aggregation`: returns a widget of one of
 * these types that has the same search, or undefined if the search is unknown.
 */
export type AskLike = (
  config: Widget['config'],
) => { readonly type: 'messages' | 'aggregation'; readonly config: Widget['config'] } | undefined;
const others = new Map<string, AskLike>();

/**
 * Registers for a type of widgets which known widget has the same search.
 * @returns a function that removes the registration
 * @throws Error when the search of such widgets is already known
 */
export function askLike(type: string, ask: AskLike): () => void {
  const name = type.toLowerCase();
  if (name in definitions || others.has(name))
    throw new Error(`The search types of widgets of type ${type} are known already`);
  others.set(name, ask);
  return () => void others.delete(name);
}

function defined({ type, config }: Configured): readonly Draft[] | undefined {
  const name = type.toLowerCase();
  const own = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (own) return own(config);
  const like = others.get(name)?.(config);
  return like && definitions[like.type]?.(like.config);
}

/**
 * Tells whether the search types of a widget are derived from it. The search types of other widgets stay as they are
 * stored.
 */
export const isDerived = (widget: Configured): boolean =>
  Object.hasOwn(definitions, widget.type.toLowerCase()) ||
  others.get(widget.type.toLowerCase())?.(widget.config) !== undefined;

/** Tells whether a widget needs a result of the server, unlike a text. */
export const asksForResult = (widget: Configured): boolean => (defined(widget) ?? []).length > 0;

function messagesType({ decorators, sort }: Partial<MessageTableConfig>): Draft {
  return {
    type: 'messages',
    limit: messagesPerPage,
    offset: 0,
    decorators: decorators ?? [],
    sort: (sort ?? []).map(({ field, direction }) => ({ field, order: direction === 'Ascending' ? 'ASC' : 'DESC' })),
  };
}

function aggregationTypes(config: Partial<AggregationConfig>): readonly Draft[] {
  // Groupings that servers do not know are left out, because a server would refuse the whole search.
  const known = (pivots: readonly WidgetPivot[] = []) => pivots.filter((pivot) => pivotFault(pivot) === undefined);
  const columns = known(config.column_pivots);
  const chart: Draft = {
    name: 'chart',
    type: 'pivot',
    rollup: columns.length > 0 ? (config.rollup ?? true) : true,
    row_groups: known(config.row_pivots).map(toGroup),
    column_groups: columns.map(toGroup),
    series: [...(config.series ?? []).map(toPivotSeries), ...restSeries(config)],
    sort: (config.sort ?? []).filter((sort) => sortFault(sort) === undefined),
  };
  const offset = { type: 'offset', source: 'search_type', id: { of: 0 } satisfies Reference };
  const trend = config.visualization === 'numeric' && config.visualization_config?.['trend'] === true;
  return [
    chart,
    ...(trend ? [{ ...chart, name: 'trend', timerange: offset } as Draft] : []),
    ...(config.event_annotation === true ? [{ name: 'events', type: 'events' }] : []),
  ];
}

function toGroup({ type, fields, config }: WidgetPivot): PivotGroup {
  const { interval, ...rest } = config ?? {};
  if (!interval) return { ...rest, type, fields };
  if (interval.type === 'timeunit')
    return { ...rest, type, fields, interval: { type: 'timeunit', timeunit: timeUnitText(interval) } };
  return { ...rest, type, fields, interval };
}

/** Returns the search types of a widget without ids. Widgets whose drafts are equal have equal results. */
function draftsOf(widget: Widget): readonly Draft[] {
  const { timerange, query, streams, filters, filter } = widget;
  return (defined(widget) ?? []).map((draft) => ({
    name: null,
    timerange: timerange ? askableRange(timerange) : null,
    query: query ?? null,
    streams: streams ?? [],
    filters: filters ?? [],
    filter: filter ? { type: 'query_string', query: filter } : null,
    ...draft,
  }));
}

/**
 * Tells whether a change of the widgets needs a new search (contract search C7). Changes of order, titles, positions,
 * colours, columns, display options, highlighting and visualization type do not need one. There is one exception:
 * changes that show or hide the trend of a number or the events in a chart need a new search.
 */
export function resultsDiffer(before: readonly Widget[], after: readonly Widget[]): boolean {
  if (before === after) return false;
  const byId = (widgets: readonly Widget[]) =>
    Object.fromEntries(
      widgets.map((widget) => [widget.id, draftsOf(widget)] as const).filter(([, drafts]) => drafts.length > 0),
    );
  return !sameWire(byId(before), byId(after));
}

export interface DerivedSearchTypes {
  readonly searchTypes: readonly SearchType[];
  /** Ids of the search types by widget id (contract search V3). */
  readonly widgetMapping: Readonly<Record<string, string[]>>;
}

/**
 * Derives the search types of all widgets and gives each a new id.
 * @param storedOf returns the former search types of a widget: the offsets of trends are kept, because widgets do not
 * contain offsets
 */
export function deriveSearchTypes(
  widgets: readonly Widget[],
  ids: Ids,
  storedOf: (widgetId: string) => readonly SearchType[] = () => [],
): DerivedSearchTypes {
  const searchTypes: SearchType[] = [];
  const widgetMapping: Record<string, string[]> = {};
  for (const widget of widgets) {
    const drafts = draftsOf(widget);
    const own = drafts.map(() => ids.uuid());
    const stored = drafts.length > 0 ? storedOf(widget.id) : [];
    drafts.forEach((draft, index) => {
      const before = stored.find(({ type, name }) => type === draft.type && (name ?? null) === (draft.name ?? null));
      searchTypes.push({ ...resolve(draft, own, before), id: own[index] ?? ids.uuid(), type: draft.type });
    });
    widgetMapping[widget.id] = own;
  }
  return { searchTypes, widgetMapping };
}

function resolve(draft: Draft, own: readonly string[], before: SearchType | undefined): Draft {
  const { timerange } = draft;
  if (timerange?.type !== 'offset') return draft;
  const reference = timerange.id as Reference | string | null | undefined;
  if (typeof reference !== 'object' || reference === null) return draft;
  const offset = before?.timerange?.type === 'offset' ? before.timerange.offset : undefined;
  return {
    ...draft,
    timerange: { ...timerange, id: own[reference.of] ?? null, offset: offset ?? defaultOffset },
  };
}
