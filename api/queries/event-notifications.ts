/** Queries and mutations of event notifications (contract dashboards-sharing-alerts eventNotifications.*). */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  createEventNotification,
  deleteEventNotification,
  deleteEventNotifications,
  eventNotificationsPage,
  getEventNotification,
  legacyCallbackTypes,
  listEventNotifications,
  notificationHistory,
  previewTemplate,
  testEventNotification,
  testStoredNotification,
  updateEventNotification,
  type EventNotificationBody,
  type TemplatePreviewRequest,
} from '../contract/event-notifications.js';
import { eventsConfigClass } from '../contract/cluster-config-names.js';
import { getClusterConfig } from '../contract/cluster-config.js';
import { searchEvents } from '../contract/events.js';
import type { BulkAnswer, PageQuery } from '../contract/list.schema.js';
import { pagedUsers } from '../contract/users.js';
import { ApiFailure, Forbidden, reasonOf, Unauthorized } from '../failures.js';
import { hasList } from './has-list.js';
import { isMissing, unlessMissing } from './missing.js';
import { usersKey } from './people-keys.js';
import { keptUntilInvalidated } from './polling.js';
import { keepingUnknown } from './keep-unknown.js';

const notificationsKey = ['eventNotifications'] as const;

/** Reads one page of notifications in the format of the overview tables. */
export function notificationsPageQuery(client: Client, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...notificationsKey, 'page', query],
    queryFn: ({ signal }) => client.call(eventNotificationsPage, { query, signal, check: hasList('elements') }),
    placeholderData: keepPreviousData,
  });
}

/** Reads all notifications that the user may read. */
export function allNotificationsQuery(client: Client) {
  return queryOptions({
    queryKey: [...notificationsKey, 'all'],
    queryFn: async ({ signal }) => {
      const query = { page: 1, per_page: 0 };
      return (await client.call(listEventNotifications, { query, signal, check: hasList('notifications') }))
        .notifications;
    },
    staleTime: 0,
  });
}

/** Number of messages in a notification if the server has no other default. */
const usualBacklog = 50;

/**
 * Reads the default number of messages in a notification. The result is 50 if the server has no such default, or if the
 * user may not read the configuration.
 */
export function defaultBacklogQuery(client: Client) {
  return queryOptions({
    queryKey: ['defaultBacklog'],
    queryFn: async ({ signal }) => {
      try {
        const config = await client.call(getClusterConfig, { params: { className: eventsConfigClass }, signal });
        const size = (config as Readonly<Record<string, unknown>> | undefined)?.['events_notification_default_backlog'];
        return typeof size === 'number' ? size : usualBacklog;
      } catch (error) {
        if (error instanceof Forbidden || isMissing(error)) return usualBacklog;
        throw error;
      }
    },
    retry: false,
  });
}

export function notificationQuery(client: Client, notificationId: string) {
  return queryOptions({
    queryKey: [...notificationsKey, 'one', notificationId],
    queryFn: ({ signal }) => client.call(getEventNotification, { params: { id: notificationId }, signal }),
    staleTime: 0,
  });
}

/** Reads the types of legacy alarm callbacks by type name. */
export function legacyCallbackTypesQuery(client: Client) {
  return queryOptions({
    queryKey: ['legacyCallbackTypes'],
    queryFn: async ({ signal }) => (await client.call(legacyCallbackTypes, { signal })).types,
    ...keptUntilInvalidated,
  });
}

/** Reads the history of a notification; null on reference servers, which record none. */
export function notificationHistoryQuery(client: Client, notificationId: string) {
  return queryOptions({
    queryKey: [...notificationsKey, 'history', notificationId],
    queryFn: ({ signal }) =>
      unlessMissing(
        client.call(notificationHistory, { params: { id: notificationId }, signal, check: hasList('history') }),
        null,
      ),
    staleTime: 0,
    retry: false,
  });
}

/**
 * Reads whether the server has previews of templates. A server with previews also has the notification types that
 * reference servers lack.
 */
export function knowsTemplatesQuery(client: Client) {
  return queryOptions({
    queryKey: ['notificationTemplates', 'known'],
    queryFn: ({ signal }) =>
      unlessMissing(
        client.call(previewTemplate, { body: { template: '' }, signal }).then(() => true),
        false,
      ),
    ...keptUntilInvalidated,
    retry: false,
  });
}

/** Milliseconds for which the preview of a template is reused. */
const previewStaleMs = 60_000;

/** Reads the text that a template gives for an event, or the errors of the template. */
export function templatePreviewQuery(client: Client, body: TemplatePreviewRequest) {
  return queryOptions({
    queryKey: ['notificationTemplates', 'preview', body],
    queryFn: ({ signal }) => client.call(previewTemplate, { body, signal }),
    staleTime: previewStaleMs,
    gcTime: previewStaleMs,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** Search for the events on which a template can be tested: the latest 20 of the last 30 days. */
const triedOn = { per_page: 20, timerange: { type: 'relative', range: 30 * 86_400 } } as const;

/** Reads the newest events that the user may see, on which a template can be tested. */
export function newestEventsQuery(client: Client) {
  return queryOptions({
    queryKey: ['notificationTemplates', 'events'],
    queryFn: async ({ signal }) => {
      const { events } = await client.call(searchEvents, { body: triedOn, signal, check: hasList('events') });
      return events.map(({ event: { id, message, timestamp } }) => ({ id, message, timestamp }));
    },
    staleTime: previewStaleMs,
    refetchOnWindowFocus: false,
  });
}

/** Reads the users that can receive notifications, sorted by username. */
export function recipientsQuery(client: Client) {
  return queryOptions({
    queryKey: [...usersKey, 'recipients'],
    queryFn: async ({ signal }) => {
      const query = { per_page: 0, sort: 'username', order: 'asc' } as const;
      const { users } = await client.call(pagedUsers, { query, signal, check: hasList('users') });
      return users.map(({ username, full_name: name }) => ({ username, name }));
    },
  });
}

const changed = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: notificationsKey });

/** Creates a notification, or updates the notification whose id the body contains. */
export function saveNotificationMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: EventNotificationBody) => {
      if (typeof body.id !== 'string') return client.call(createEventNotification, { body });
      const params = { id: body.id };
      const whole = keepingUnknown(client.call(getEventNotification, { params }), body, { within: ['config'] });
      return client.call(updateEventNotification, { params, body: await whole });
    },
    onSuccess: () => changed(queryClient),
  });
}

export function deleteNotificationMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (notificationId: string) => client.call(deleteEventNotification, { params: { id: notificationId } }),
    onSuccess: () => changed(queryClient),
  });
}

/** Deletes notifications one after the other, on servers that cannot delete several at once (reference servers). */
async function deleteEach(client: Client, ids: readonly string[]): Promise<BulkAnswer> {
  const failures: BulkAnswer['failures'] = [];
  for (const id of ids) {
    try {
      await client.call(deleteEventNotification, { params: { id } });
    } catch (error) {
      // Errors of the connection or the session would occur for every notification, so they end the loop.
      if (!(error instanceof ApiFailure) || error instanceof Unauthorized || (error.status ?? 0) < 400) throw error;
      failures.push({ entity_id: id, failure_explanation: reasonOf(error) });
    }
  }
  return { successfully_performed: ids.length - failures.length, failures };
}

export function deleteNotificationsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async (ids: readonly string[]) => {
      const body = { entity_ids: [...ids] };
      return (await unlessMissing(client.call(deleteEventNotifications, { body }), null)) ?? deleteEach(client, ids);
    },
    onSuccess: () => changed(queryClient),
  });
}

/** Tests unsaved values, or the stored notification with the given id; a failure contains the receiver's message. */
export function testNotificationMutation(client: Client) {
  return mutationOptions({
    mutationFn: (tried: EventNotificationBody | string) =>
      typeof tried === 'string'
        ? client.call(testStoredNotification, { params: { id: tried } })
        : client.call(testEventNotification, { body: tried }),
  });
}
