/** Queries and mutations of event definitions (contract dashboards-sharing-alerts eventDefinitions.*). */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { entityScopes } from '../contract/catalogue.js';
import {
  bulkDeleteEventDefinitions,
  bulkScheduleEventDefinitions,
  bulkUnscheduleEventDefinitions,
  clearNotificationQueue,
  createEventDefinition,
  deleteEventDefinition,
  getEventDefinitionWithContext,
  listEventDefinitions,
  pageOfEventDefinitions,
  scheduleEventDefinition,
  testEventDefinition,
  unscheduleEventDefinition,
  updateEventDefinition,
  type DefinitionTestBody,
  type EventDefinition,
  type EventDefinitionBody,
} from '../contract/event-definitions.js';
import { eventEntityTypes } from '../contract/events.js';
import type { PageQuery } from '../contract/list.schema.js';
import { hasList } from './has-list.js';
import { unlessMissing } from './missing.js';
import { keptUntilInvalidated } from './polling.js';

const definitionsKey = ['eventDefinitions'] as const;
const scopesKeptMs = 3 * 3600 * 1000;

/** Reads one page of definitions with their schedulers, in the format of the overview tables. */
export function definitionsPageQuery(client: Client, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...definitionsKey, 'page', query],
    queryFn: ({ signal }) => client.call(pageOfEventDefinitions, { query, signal, check: hasList('elements') }),
    placeholderData: keepPreviousData,
  });
}

/** Reads the number of definitions that the user may see. */
export function definitionCountQuery(client: Client) {
  return queryOptions({
    queryKey: [...definitionsKey, 'count'],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: 1 };
      const answer = await client.call(listEventDefinitions, { query, signal, check: hasList('event_definitions') });
      return answer.grand_total ?? answer.total;
    },
    staleTime: 0,
  });
}

/** Reads for each scope of entities whether its entities may be changed. */
export function entityScopesQuery(client: Client) {
  return queryOptions({
    queryKey: ['entityScopes'],
    queryFn: async ({ signal }) => (await client.call(entityScopes, { signal })).entity_scopes,
    staleTime: scopesKeptMs,
  });
}

/** Reads an event definition with its schedule. */
export function definitionQuery(client: Client, definitionId: string) {
  return queryOptions({
    queryKey: [...definitionsKey, 'one', definitionId],
    queryFn: async ({ signal }) => {
      const answer = await client.call(getEventDefinitionWithContext, { params: { definitionId }, signal });
      const { scheduler } = answer.context;
      return { definition: { ...answer.event_definition, scheduler }, isScheduled: scheduler.is_scheduled };
    },
    staleTime: 0,
  });
}

/** Reads the types that event definitions can have, including the functions of aggregations. */
export function entityTypesQuery(client: Client) {
  return queryOptions({
    queryKey: ['eventEntityTypes'],
    queryFn: ({ signal }) => client.call(eventEntityTypes, { signal, check: hasList('aggregation_functions') }),
    ...keptUntilInvalidated,
  });
}

/** Milliseconds for which the result of a test run is reused. */
const testStaleMs = 30_000;

/** Reads the result of a test run; null on reference servers, which have no test runs. */
export function definitionTestQuery(client: Client, body: DefinitionTestBody) {
  return queryOptions({
    queryKey: ['definitionTest', body],
    queryFn: ({ signal }) =>
      unlessMissing(client.call(testEventDefinition, { body, signal, check: hasList('runs') }), null),
    staleTime: testStaleMs,
    gcTime: testStaleMs,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

const changed = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: definitionsKey });

export interface DefinitionToSave {
  readonly body: EventDefinitionBody;
  readonly isScheduled: boolean;
}

/** Creates a definition, or updates the definition whose id the body contains. */
export function saveDefinitionMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ body, isScheduled: schedule }: DefinitionToSave) =>
      typeof body.id === 'string'
        ? client.call(updateEventDefinition, { params: { definitionId: body.id }, query: { schedule }, body })
        : client.call(createEventDefinition, { query: { schedule }, body }),
    onSuccess: () => changed(queryClient),
  });
}

/** Creates a copy of a definition; the copy is not scheduled. */
export function copyDefinitionMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id: _id, scheduler: _scheduler, title, config, ...definition }: EventDefinition) =>
      client.call(createEventDefinition, {
        query: { schedule: false },
        body: { ...definition, config: { ...config }, title: `COPY-${title}`, _scope: 'DEFAULT' },
      }),
    onSuccess: () => changed(queryClient),
  });
}

export function deleteDefinitionMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (definitionId: string) => client.call(deleteEventDefinition, { params: { definitionId } }),
    onSuccess: () => changed(queryClient),
  });
}

export function enableDefinitionMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id: definitionId, enabled }: { readonly id: string; readonly enabled: boolean }) =>
      client.call(enabled ? scheduleEventDefinition : unscheduleEventDefinition, { params: { definitionId } }),
    onSuccess: () => changed(queryClient),
  });
}

export type BulkChange = 'enable' | 'disable' | 'delete';

const bulkEndpoints = {
  enable: bulkScheduleEventDefinitions,
  disable: bulkUnscheduleEventDefinitions,
  delete: bulkDeleteEventDefinitions,
} as const;

export function changeDefinitionsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ ids, change }: { readonly ids: readonly string[]; readonly change: BulkChange }) =>
      client.call(bulkEndpoints[change], { body: { entity_ids: [...ids] } }),
    onSuccess: () => changed(queryClient),
  });
}

/** Clears the queue of a definition, so that no notifications are sent for the waiting events. */
export function clearQueueMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (definitionId: string) => client.call(clearNotificationQueue, { params: { definitionId } }),
    onSuccess: () => changed(queryClient),
  });
}
