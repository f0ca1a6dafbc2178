/** Builds the search that loads all messages of a trace, oldest first. The functions are pure. */
import type { MessagesResult, Search, SearchJob, SearchType } from '../../api/contract/searches.js';
import { boundParameters, type Bindings } from '../parameters.js';
import { queryOf, type ViewDocument } from '../view/document.js';
import type { Ids } from '../view/ids.js';

/** Maximum number of messages that are drawn; further messages are only counted. */
const mostTraceMessages = 1_000;

interface TraceOf {
  readonly document: ViewDocument;
  readonly queryId: string;
  readonly bindings: Bindings;
  /** Query that finds all messages of the trace. */
  readonly queryString: string;
}

/** Builds an unstored search with the range, streams and filters of the page's query. */
export function traceSearch({ document, queryId, bindings, queryString }: TraceOf, ids: Ids): Search {
  const messages: SearchType = {
    ...{ id: ids.uuid(), type: 'messages', name: null, timerange: null, query: null, streams: [], filters: [] },
    ...{ filter: null, limit: mostTraceMessages, offset: 0, decorators: [] },
    sort: [{ field: 'timestamp', order: 'ASC' }],
  };
  const query = queryOf(document, queryId);
  return {
    id: ids.objectId(),
    queries: [{ ...query, query: { type: 'elasticsearch', query_string: queryString }, search_types: [messages] }],
    parameters: boundParameters(document.search.parameters, bindings),
  };
}

/** Returns the result with the messages; undefined when the server returned only errors. */
export function traceMessages(job: SearchJob): MessagesResult | undefined {
  const found = Object.values(job.results ?? {}).flatMap((query) => Object.values(query?.search_types ?? {}));
  return found.find((result): result is MessagesResult => result.type === 'messages');
}

/** Smallest margin in ms before and after the trace when the search zooms to it. */
const leastMarginMs = 250;
const marginShare = 0.02;

/**
 * Returns the range of a trace with a margin at both ends.
 * @param trace its start in epoch milliseconds and its duration in milliseconds
 */
export function traceRange({ start, duration }: { readonly start: number; readonly duration: number }) {
  const margin = Math.max(leastMarginMs, duration * marginShare);
  return {
    type: 'absolute' as const,
    from: new Date(Math.floor(start - margin)).toISOString(),
    to: new Date(Math.ceil(start + duration + margin)).toISOString(),
  };
}

/** Zooming is offered if the searched range is more than this many times as long as the range of the trace. */
const wideFactor = 4;

/** Tells whether to offer zooming to a trace. @param searched length of the searched range in ms */
export function needsZoom(trace: { readonly start: number; readonly duration: number }, searched: number): boolean {
  const { from, to } = traceRange(trace);
  return searched > wideFactor * (Date.parse(to) - Date.parse(from));
}
