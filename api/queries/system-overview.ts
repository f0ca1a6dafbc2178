/**
 * Queries and mutations of the system overview (contract administration cluster.traffic, system.messages,
 * notifications.*).
 */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { clusterTraffic, systemMessages } from '../contract/system-overview.js';
import {
  deleteKeyedNotification,
  deleteNotification,
  keyedNotificationText,
  notificationText,
  type SystemNotification,
} from '../contract/system.js';
import { hasList } from './has-list.js';
import { polling } from './polling.js';

const messagesPollMs = 1000;
const trafficPollMs = 60_000;

/**
 * Reads the traffic per hour over a number of days, and polls it. The result contains this number, because the previous
 * result stays on screen until the next one arrives.
 */
export function trafficQuery(client: Client, days: number) {
  return queryOptions({
    queryKey: ['traffic', days],
    queryFn: async ({ signal }) => {
      const query = { days, daily: false, includeToday: true };
      return { days, ...(await client.call(clusterTraffic, { query, signal, background: true })) };
    },
    placeholderData: keepPreviousData,
    ...polling(trafficPollMs),
  });
}

/** Reads one page of messages about the system, and polls it. @param page page number, counted from 1 */
export function systemMessagesQuery(client: Client, page: number) {
  return queryOptions({
    queryKey: ['systemMessages', page],
    queryFn: ({ signal }) =>
      client.call(systemMessages, { query: { page }, signal, background: true, check: hasList('messages') }),
    placeholderData: keepPreviousData,
    ...polling(messagesPollMs),
  });
}

/** Reads a notification as plain text and not as HTML, so that the server cannot insert HTML into the page. */
export function notificationMessageQuery(client: Client, { type, key, timestamp, details }: SystemNotification) {
  return queryOptions({
    // The query key contains timestamp and details, because the text may change while the notification exists.
    queryKey: ['notifications', 'text', type, key ?? null, timestamp, details],
    queryFn: ({ signal }) =>
      key === undefined
        ? client.call(notificationText, { params: { type: type.toUpperCase() }, body: undefined, signal })
        : client.call(keyedNotificationText, { params: { type: type.toUpperCase(), key }, body: undefined, signal }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}

export function dismissNotificationMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ type, key }: SystemNotification) =>
      key === undefined
        ? client.call(deleteNotification, { params: { type } })
        : client.call(deleteKeyedNotification, { params: { type, key } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'], exact: true }),
  });
}
