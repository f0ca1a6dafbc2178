/** The server itself: version, memory, nodes, notifications, throughput (spec 1 §9 "refresh", spec 3 §9). */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  clusterNodes,
  deleteKeyedNotification,
  deleteNotification,
  listNotifications,
  systemJvm,
  systemOverview,
  throughput,
} from '../contract/system.js';
import { polling } from './polling.js';

export const nodesPollMs = 5000;
export const notificationsPollMs = 3000;
export const throughputPollMs = 2000;

export function systemQuery(client: Client) {
  return queryOptions({
    queryKey: ['system'],
    queryFn: ({ signal }) => client.call(systemOverview, { signal }),
    staleTime: 60_000,
  });
}

export function jvmQuery(client: Client) {
  return queryOptions({
    queryKey: ['system', 'jvm'],
    queryFn: ({ signal }) => client.call(systemJvm, { signal }),
    staleTime: 60_000,
  });
}

export function nodesQuery(client: Client) {
  return queryOptions({
    queryKey: ['nodes'],
    queryFn: ({ signal }) => client.call(clusterNodes, { signal, background: true }),
    ...polling(nodesPollMs),
  });
}

const notificationsKey = ['notifications'] as const;

export function notificationsQuery(client: Client) {
  return queryOptions({
    queryKey: notificationsKey,
    queryFn: ({ signal }) => client.call(listNotifications, { signal, background: true }),
    ...polling(notificationsPollMs),
  });
}

export function deleteNotificationMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ type, key }: { readonly type: string; readonly key?: string | undefined }) =>
      key === undefined
        ? client.call(deleteNotification, { params: { type } })
        : client.call(deleteKeyedNotification, { params: { type, key } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationsKey }),
  });
}

/** Messages indexed in the last second. */
export function throughputQuery(client: Client) {
  return queryOptions({
    queryKey: ['system', 'throughput'],
    queryFn: ({ signal }) => client.call(throughput, { signal, background: true }),
    ...polling(throughputPollMs),
  });
}
