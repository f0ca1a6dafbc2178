/** Selects the messages that a definition examines in a window. */
import type { AggregationConfig } from '../../../api/contract/event-definitions.schema.js';
import type { QueryNode } from '../../../api/language/index.js';
import { parseInstant } from '../search/time-range.js';
import { eventStreamIds } from '../documents/event-documents.js';
import { readQuery } from '../search/compile.js';
import type { Match } from '../search/match.js';
import type { Window } from './windows.js';

const nowhere = { from: 0, to: 0 };

/** Excludes the definition's own events, because a definition over its own events would create events without end. */
function notOwn(definitionId: string): QueryNode {
  const field = { name: 'event_definition_id', ...nowhere };
  const node: QueryNode = { kind: 'term', field, value: definitionId, edits: 0, valueAt: nowhere, ...nowhere };
  return { kind: 'boolean', clauses: [{ occur: 'mustNot', node }], ...nowhere };
}

/** Milliseconds after its receipt at which a message counts as searchable. */
const receiptMs = 5_000;
/** Time range that includes messages with any timestamp. */
const anyTime = { from: 0, to: Date.UTC(9999, 11, 31) };

/**
 * Returns the query for messages by their time of receipt. The searched range is the window, shifted back by
 * `receiptMs`. Therefore each message is in exactly one of consecutive windows, however late it arrived.
 */
function receivedIn({ from, to }: Window): QueryNode | null {
  const [first, end] = [from, to].map((at) => new Date(at - receiptMs).toISOString());
  return readQuery(`gl2_receive_timestamp:["${first}" TO "${end}"}`, { allowLeadingWildcard: true });
}

/**
 * Returns the selection of the messages that a definition examines in a window.
 * @param allStreams ids of all streams that contain no events, for definitions that name no streams
 * @throws SearchTypeError for an invalid query
 */
export function matchOfDefinition(
  id: string,
  config: Pick<AggregationConfig, 'query' | 'streams' | 'by_receive_time'>,
  window: Window,
  allStreams: readonly string[],
): Match {
  const { query, streams, by_receive_time: byReceipt = false } = config;
  const node = readQuery(query, { allowLeadingWildcard: true });
  const received = byReceipt ? receivedIn(window) : null;
  const looksAtEvents = streams.some((stream) => eventStreamIds.includes(stream));
  return {
    range: received ? anyTime : window,
    streams: streams.length > 0 ? streams : allStreams,
    queries: [...(node ? [node] : []), ...(received ? [received] : []), ...(looksAtEvents ? [notOwn(id)] : [])],
    // In a query, `now` is the end of the window, whenever the window is examined.
    now: window.to,
  };
}

/** Returns the condition that a field has a given value; it selects the messages of a group. */
export function fieldIs(name: string, value: string): QueryNode {
  return { kind: 'phrase', field: { name, ...nowhere }, value, slop: 0, valueAt: nowhere, ...nowhere };
}

/** Parses the start and the end of a window. @throws TimeRangeError when one of them is no date and time */
export const windowOf = (from: string, to: string): Window => ({ from: parseInstant(from), to: parseInstant(to) });
