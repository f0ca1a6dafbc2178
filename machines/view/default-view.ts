/**
 * Builds the view of a new search: a histogram and a message table, by default of the last five minutes (contract
 * search K3, D1).
 */
import type { Decorator } from '../../api/contract/searches.js';
import type {
  AggregationConfig,
  MessageTableConfig,
  View,
  ViewState,
  Widget,
} from '../../api/contract/views.schema.js';
import { traceQueryOf } from './trace-query.js';
import { defaultRange } from '../time-range/ranges.js';
import type { QueryDraft, ViewDocument } from './document.js';
import { withFreshSearch } from './document.js';
import { titlesWithChartLook } from './chart-look.js';
import type { Ids } from './ids.js';
import { withRememberedList, type RememberedList } from './list-memory.js';
import { withStreams } from './stream-filter.js';

export interface NewSearch extends Partial<QueryDraft> {
  /** All stored decorators; the message table gets the decorators that apply to the searched streams. */
  readonly decorators?: readonly Decorator[] | undefined;
  /** Time of the creation as an ISO instant. */
  readonly createdAt: string;
  readonly owner?: string | null;
  /** True folds the chart, so that only its header is visible. */
  readonly foldsChart?: boolean;
  /** Columns and display settings that the user last gave to the message list of the searched streams. */
  readonly list?: RememberedList | undefined;
}

export function defaultSearch(start: NewSearch, ids: Ids): ViewDocument {
  const streams = start.streams ?? [];
  const queryId = ids.uuid();
  const isTrace = traceQueryOf(start.queryString ?? '') !== undefined;
  const fresh = defaultWidgets(decoratorsFor(start.decorators ?? [], streams), isTrace, ids);
  const whole = start.list ? withRememberedList(fresh, firstWidgetIds.messages, start.list) : fresh;
  const state = start.foldsChart
    ? { ...whole, titles: titlesWithChartLook(whole.titles, firstWidgetIds.histogram, { folded: true }) }
    : whole;
  const filter = withStreams(null, streams);
  const view: View = { ...emptyView('SEARCH', start, ids), state: { [queryId]: state } };
  const query = {
    id: queryId,
    query: { type: 'elasticsearch' as const, query_string: start.queryString ?? '' },
    timerange: start.timeRange ?? defaultRange,
    ...(filter ? { filter } : {}),
    filters: [],
    search_types: [],
  };
  return withFreshSearch({ view, search: { id: '', queries: [query], parameters: [] } }, ids);
}

export function emptyView(type: View['type'], start: Pick<NewSearch, 'createdAt' | 'owner'>, ids: Ids): View {
  return {
    id: ids.objectId(),
    type,
    title: '',
    summary: '',
    description: '',
    search_id: '',
    properties: [],
    requires: {},
    owner: start.owner ?? null,
    created_at: start.createdAt,
    favorite: false,
    state: {},
  };
}

/**
 * Ids of the widgets of every new search. They are always the same, so an address with a focused widget also works
 * after a reload and for another user. Ids of widgets need to be unique only within a view.
 */
const firstWidgetIds = {
  histogram: '7d1c3c5e-52b8-4a0a-9f0e-5b6f3f0c8a01',
  messages: '7d1c3c5e-52b8-4a0a-9f0e-5b6f3f0c8a02',
} as const;

function defaultWidgets(decorators: Decorator[], oldestFirst: boolean, ids: Ids): ViewState {
  const histogram = { ...newWidget('aggregation', histogramConfig(), ids), id: firstWidgetIds.histogram };
  const table = messageTableConfig(decorators);
  // A trace is read from its beginning, so the oldest message comes first.
  const config = oldestFirst
    ? { ...table, sort: table.sort.map((by) => ({ ...by, direction: 'Ascending' as const })) }
    : table;
  const messages = { ...newWidget('messages', config, ids), id: firstWidgetIds.messages };
  return {
    selected_fields: null,
    titles: { widget: { [histogram.id]: 'Message Count', [messages.id]: 'All Messages' } },
    widgets: [histogram, messages],
    widget_mapping: {},
    positions: {
      [histogram.id]: { col: 1, row: 1, height: 2, width: 'Infinity' },
      [messages.id]: { col: 1, row: 3, height: 6, width: 'Infinity' },
    },
    formatting: { highlighting: [] },
  };
}

export function newWidget(type: Widget['type'], config: Widget['config'], ids: Ids): Widget {
  return { id: ids.uuid(), type, filter: null, filters: [], timerange: null, query: null, streams: [], config };
}

/** Returns the configuration of a bar chart of the number of messages over time. */
export function histogramConfig(): AggregationConfig {
  return {
    row_pivots: [{ fields: ['timestamp'], type: 'time', config: { interval: { type: 'auto', scaling: 1 } } }],
    column_pivots: [],
    series: [{ config: { name: null }, function: 'count()' }],
    sort: [],
    visualization: 'bar',
    visualization_config: null,
    formatting_settings: null,
    rollup: true,
    event_annotation: false,
  };
}

export function messageTableConfig(decorators: Decorator[] = []): MessageTableConfig {
  return {
    fields: ['timestamp', 'source'],
    show_message_row: true,
    show_summary: true,
    decorators,
    sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }],
  };
}

/**
 * Returns the decorators that belong to the given streams, in order. For a search of all streams, it returns the
 * decorators without a stream (contract search D1).
 */
export function decoratorsFor(decorators: readonly Decorator[], streams: readonly string[]): Decorator[] {
  const fits = ({ stream }: Decorator) => (streams.length === 0 ? !stream : !!stream && streams.includes(stream));
  return decorators.filter(fits).sort((left, right) => (left.order ?? 0) - (right.order ?? 0));
}
