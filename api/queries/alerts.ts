/**
 * Queries and mutations of alerts, events and silences (contract dashboards-sharing-alerts events.search with
 * extensions).
 */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  alertGroups,
  alertTimeline,
  changeAlertStates,
  createSilence,
  endSilence,
  searchAlerts,
  silencesPage,
  updateSilence,
  type AlertsSearchParameters,
  type AlertsSearchResult,
  type AlertStatesBody,
  type SilenceBody,
} from '../contract/alerts.js';
import { searchEvents, type EventsSearchResult } from '../contract/events.js';
import type { PageQuery } from '../contract/list.schema.js';
import { hasList } from './has-list.js';
import { unlessMissing } from './missing.js';
import { keptUntilInvalidated } from './polling.js';
import { isEmbedded } from './server-root.js';

const alertsKey = ['alerts'] as const;
const silencesKey = ['silences'] as const;

/**
 * Reads whether the server stores states of alerts and silences. Reference servers do not, and the query does not call
 * them, so that their logs do not fill with unknown paths.
 */
export function keepsAlertStatesQuery(client: Client) {
  return queryOptions({
    queryKey: ['keepsAlertStates'],
    queryFn: async ({ signal, client: queryClient }) =>
      (await isEmbedded(client, queryClient)) &&
      unlessMissing(
        client.call(silencesPage, { query: { per_page: 1 }, signal, check: hasList('elements') }).then(() => true),
        false,
      ),
    ...keptUntilInvalidated,
    retry: false,
  });
}

/** Found events; `states` is absent on servers that store no states. */
export type FoundAlerts = EventsSearchResult & Partial<Pick<AlertsSearchResult, 'states'>>;

export function alertsQuery(client: Client, queryClient: QueryClient, body: AlertsSearchParameters) {
  return queryOptions({
    queryKey: [...alertsKey, 'page', body],
    queryFn: async ({ signal }): Promise<FoundAlerts> => {
      const check = hasList('events');
      if (await queryClient.ensureQueryData(keepsAlertStatesQuery(client)))
        return client.call(searchAlerts, { body, signal, check });
      const { states: _none, ...search } = body;
      return client.call(searchEvents, { body: search, signal, check });
    },
    placeholderData: keepPreviousData,
    // The answer describes the present, so it is requested again whenever it is used.
    staleTime: 0,
  });
}

export function alertTimelineQuery(client: Client, body: AlertsSearchParameters) {
  return queryOptions({
    queryKey: [...alertsKey, 'timeline', body],
    queryFn: ({ signal }) => client.call(alertTimeline, { body, signal, check: hasList('buckets') }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function alertGroupsQuery(client: Client, body: AlertsSearchParameters) {
  return queryOptions({
    queryKey: [...alertsKey, 'groups', body],
    queryFn: ({ signal }) => client.call(alertGroups, { body, signal, check: hasList('groups') }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Invalidates all data about alerts, so that displayed data is read again. */
export const refreshAlerts = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: alertsKey });

export function changeAlertStatesMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: AlertStatesBody) => client.call(changeAlertStates, { body, check: hasList('failures') }),
    // The list is also read again after a failure, because another user may have changed the alert.
    onSettled: () => refreshAlerts(queryClient),
  });
}

export function silencesPageQuery(client: Client, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...silencesKey, 'page', query],
    queryFn: ({ signal }) => client.call(silencesPage, { query, signal, check: hasList('elements') }),
    placeholderData: keepPreviousData,
  });
}

/** Creates a silence, or updates the silence `known` if it still has the given version. */
export function saveSilenceMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ known, body }: { readonly known?: { id: string; version: number }; readonly body: SilenceBody }) =>
      known
        ? client.call(updateSilence, { params: { silenceId: known.id }, body: { ...body, version: known.version } })
        : client.call(createSilence, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: silencesKey }),
  });
}

export function endSilenceMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (silenceId: string) => client.call(endSilence, { params: { silenceId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: silencesKey }),
  });
}
