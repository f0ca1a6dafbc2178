/**
 * Routes of events: searching, reading one, and listing the fields and functions for definitions (contract
 * dashboards-sharing-alerts events.*).
 */
import {
  aggregationFunctions,
  aggregationType,
  systemNotificationsType,
} from '../../../api/contract/event-definitions.schema.js';
import * as endpoints from '../../../api/contract/events.js';
import {
  EventsSearchBody,
  type ContextEntity,
  type EventsSearchParameters,
  type EventsSearchResult,
} from '../../../api/contract/events.schema.js';
import type { DefinitionDocument } from '../alerts/definition-input.js';
import { completed, searchEvents, type EventPage } from '../alerts/event-search.js';
import { readableBy, readableEvent } from '../alerts/readable-events.js';
import type { Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { entityCollection } from '../documents/kinds.js';
import { streamCollection } from '../intake/index.js';
import type { Registry } from '../http/registry.js';
import { readerFor } from '../search/reader.js';
import type { Documents } from '../store/types.js';

/** Returns title and description of entities by their ids; deleted entities are left out. */
export function described(
  ids: Iterable<string>,
  find: (id: string) => { id: string; title: string; description: string | null } | undefined,
): Record<string, ContextEntity> {
  const entries = [...new Set(ids)].flatMap((id) => {
    const found = find(id);
    return found ? [[id, { id, title: found.title, description: found.description ?? '' }] as const] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * Builds the response with found events and the entities that they refer to.
 * @param begun start of the search, as `performance.now()`
 */
export function foundEvents(
  documents: Documents,
  parameters: Required<EventsSearchParameters>,
  { events, total, indices }: EventPage,
  begun: number,
): EventsSearchResult {
  const definitions = entityCollection<DefinitionDocument>(documents, 'event_definition');
  const streams = streamCollection(documents);
  return {
    events,
    used_indices: indices,
    parameters,
    total_events: total,
    duration: Math.round(performance.now() - begun),
    context: {
      event_definitions: described(
        events.map(({ event }) => event.event_definition_id),
        (id) => definitions.get(id),
      ),
      streams: described(
        events.flatMap(({ event }) => [...event.streams, ...event.source_streams]),
        (id) => streams.get(id),
      ),
    },
  };
}

export function registerEvents(registry: Registry, { documents, store }: Needs<'documents' | 'store'>): void {
  const reader = ({ username }: Caller) => readerFor(store, { username, rank: 'interactive' });

  registry.serve(endpoints.searchEvents, { body: EventsSearchBody }, async ({ body, user, signal }) => {
    const begun = performance.now();
    const parameters = completed(body);
    const readable = readableBy({ documents }, user);
    const found = await searchEvents(reader(user), parameters, readable, Date.now(), signal);
    return foundEvents(documents, parameters, found, begun);
  });

  registry.serve(endpoints.eventEntityTypes, {}, () => ({
    processor_types: [aggregationType, systemNotificationsType],
    field_provider_types: ['template-v1', 'lookup-v1'],
    storage_handler_types: ['persist-to-streams-v1'],
    aggregation_functions: [...aggregationFunctions],
    aggregation_formulas: true,
  }));

  registry.serve(
    endpoints.getEvent,
    {},
    async ({ params, user, signal }) => await readableEvent({ documents, store }, user, params.eventId, signal),
  );
}
