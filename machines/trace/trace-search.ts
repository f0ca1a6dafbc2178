/** The search that reads all messages of a trace, oldest first. The functions are pure. */
import type { MessagesResult, Search, SearchJob, SearchType } from '../../api/contract/searches.js';
import { boundParameters, type Bindings } from '../parameters.js';
import { queryOf, type ViewDocument } from '../view/document.js';
import type { Ids } from '../view/ids.js';

/** Further messages of a trace are counted, not drawn. */
const mostTraceMessages = 1_000;

interface TraceOf {
  readonly document: ViewDocument;
  readonly queryId: string;
  readonly bindings: Bindings;
  /** Query of the whole trace. */
  readonly queryString: string;
}

/** Range, streams and filters of the page; a search of its own, not stored. */
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

/** undefined: the server answered with errors only. */
export function traceMessages(job: SearchJob): MessagesResult | undefined {
  const found = Object.values(job.results ?? {}).flatMap((query) => Object.values(query?.search_types ?? {}));
  return found.find((result): result is MessagesResult => result.type === 'messages');
}

/** Least time before and behind the messages that a zoom shows, in ms. */
const leastMarginMs = 250;
const marginShare = 0.02;

/** The range that shows a trace with a little room on both sides. @param start ms since 1970 */
export function traceRange({ start, duration }: { readonly start: number; readonly duration: number }) {
  const margin = Math.max(leastMarginMs, duration * marginShare);
  return {
    type: 'absolute' as const,
    from: new Date(Math.floor(start - margin)).toISOString(),
    to: new Date(Math.ceil(start + duration + margin)).toISOString(),
  };
}

/** A range that is not much wider than the trace needs no zoom. */
const wideFactor = 4;

/** @param searched length of the searched range in ms */
export function needsZoom(trace: { readonly start: number; readonly duration: number }, searched: number): boolean {
  const { from, to } = traceRange(trace);
  return searched > wideFactor * (Date.parse(to) - Date.parse(from));
}
