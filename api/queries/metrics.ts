/** All metrics of a node, with their values. */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { nodeMetricsOfNamespace, nodeMetrics, type Metric } from '../contract/system.js';
import { hasList } from './has-list.js';
import { unlessMissing } from './missing.js';
import { polling } from './polling.js';

const listPollMs = 5000;
const valuesPollMs = 2000;
/** A reference server has all of them below `org`; the others are of the embedded one. */
const namespaces = ['org', 'jvm', 'log-console'] as const;

/** Sorted by name. */
export function metricsOfNodeQuery(client: Client, nodeId: string) {
  return queryOptions({
    queryKey: ['metrics', nodeId, 'all'],
    queryFn: async ({ signal }): Promise<readonly Metric[]> => {
      const answers = await Promise.all(
        namespaces.map((namespace) =>
          unlessMissing(
            client.call(nodeMetricsOfNamespace, {
              params: { nodeId, namespace },
              signal,
              background: true,
              check: hasList('metrics'),
            }),
            { metrics: [] },
          ),
        ),
      );
      const byName = new Map(answers.flatMap(({ metrics }) => metrics.map((one) => [one.full_name, one] as const)));
      return [...byName.values()].sort((one, other) => (one.full_name < other.full_name ? -1 : 1));
    },
    staleTime: 0,
    ...polling(listPollMs),
  });
}

/** Values of the existing metrics among these names, polled more often. */
export function metricValuesQuery(client: Client, nodeId: string, names: readonly string[]) {
  return queryOptions({
    queryKey: ['metrics', nodeId, 'values', names],
    queryFn: async ({ signal }) => {
      const body = { metrics: [...names] };
      const answer = await client.call(nodeMetrics, {
        params: { nodeId },
        body,
        signal,
        background: true,
        check: hasList('metrics'),
      });
      return answer.metrics;
    },
    enabled: names.length > 0,
    staleTime: 0,
    ...polling(valuesPollMs),
  });
}
