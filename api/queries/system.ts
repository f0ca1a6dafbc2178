/** Queries of the server itself: version, memory, notifications, gauges (spec 1 §9 "refresh", spec 3 §9). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { clusterMetrics, listNotifications, systemJvm, systemOverview } from '../contract/system.js';
import { polling } from './polling.js';

const notificationsPollMs = 3000;
const gaugesPollMs = 2000;

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

export function notificationsQuery(client: Client) {
  return queryOptions({
    queryKey: ['notifications'],
    queryFn: ({ signal }) => client.call(listNotifications, { signal, background: true }),
    ...polling(notificationsPollMs),
  });
}

/** Reads the sum of each named gauge over all nodes; gauges that no node has are absent. */
export function gaugesQuery(client: Client, names: readonly string[]) {
  return queryOptions({
    queryKey: ['gauges', names],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, number>>> => {
      const nodes = await client.call(clusterMetrics, { body: { metrics: [...names] }, signal, background: true });
      const sums: Record<string, number> = {};
      for (const { full_name: name, metric } of Object.values(nodes).flatMap((node) => node?.metrics ?? [])) {
        const value = 'value' in metric ? Number(metric.value) : Number.NaN;
        if (!Number.isNaN(value)) sums[name] = (sums[name] ?? 0) + value;
      }
      return sums;
    },
    ...polling(gaugesPollMs),
  });
}
