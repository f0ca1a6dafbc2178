/** Converts the results of a definition in a window to events. The schedule stores them, a test run only shows them. */
import type { AggregationConfig } from '../../../api/contract/event-definitions.schema.js';
import type { Event } from '../../../api/contract/events.js';
import { eventField } from '../documents/event-documents.js';
import type { Match } from '../search/match.js';
import type { MessageReader } from '../store/types.js';
import { findGroups } from './aggregation-search.js';
import { eventOfGroup, eventOfMessage, templateFields, type AggregationDefinition, type Made } from './make-events.js';
import { pagesOf } from './message-pages.js';
import type { Window } from './windows.js';

export interface Finding {
  readonly store: MessageReader;
  readonly match: Match;
  readonly window: Window;
  readonly made: Made;
  /** Ids of all streams that contain no events. */
  readonly allStreams: readonly string[];
}

/** Tells whether a definition creates an event from each message, which it does without a condition. */
export const isFilter = ({ conditions }: AggregationConfig): boolean => conditions.expression === null;

/**
 * Yields events in parts, up to the definition's limit per run.
 * @throws SearchTypeError for an impossible search, errors of the store, the signal's reason
 */
export async function* findEvents(
  definition: AggregationDefinition,
  { store, match, window, made, allStreams }: Finding,
  signal: AbortSignal,
): AsyncGenerator<Event[]> {
  const { config } = definition;
  let left = config.event_limit ?? Infinity;
  const parts = isFilter(config)
    ? pagesOf(store, match, ['timestamp', eventField, ...templateFields(definition)], signal)
    : findGroups(store, match, config, signal);
  for await (const part of parts) {
    const batch: Event[] = [];
    for (const found of part.slice(0, Math.max(0, left))) {
      const event =
        'message' in found
          ? eventOfMessage(definition, window, found, made)
          : eventOfGroup(definition, window, found, made, allStreams);
      batch.push(await event);
    }
    if (batch.length === 0) return;
    left -= batch.length;
    yield batch;
    if (left <= 0) return;
  }
}
