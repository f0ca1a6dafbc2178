/** Queries of the metrics of a node and their values. */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { nodeMetricsOfNamespace, nodeMetrics, type Metric } from '../contract/system.js';
import { hasList } from './has-list.js';
import { isMissing } from './missing.js';
import { polling } from './polling.js';
import { isEmbedded } from './server-root.js';

const listPollMs = 5000;
const valuesPollMs = 2000;
const namespaces = ['org', 'jvm'] as const;
/** Namespaces of the embedded server's metrics; reference servers do not have `log-console`. */
const ownNamespaces = [...namespaces, 'log-console'] as const;

/**
 * Reads all metrics of a node, sorted by name. Namespaces that cannot be read are left out if another one can be read,
 * because proxies of reference servers answer 502 for an unknown namespace.
 */
export function metricsOfNodeQuery(client: Client, nodeId: string) {
  return queryOptions({
    queryKey: ['metrics', nodeId, 'all'],
    queryFn: async ({ signal, client: queryClient }): Promise<readonly Metric[]> => {
      const requested = (await isEmbedded(client, queryClient)) ? ownNamespaces : namespaces;
      const options = { signal, background: true, check: hasList('metrics') };
      const answers = await Promise.allSettled(
        requested.map((namespace) =>
          client.call(nodeMetricsOfNamespace, { params: { nodeId, namespace }, ...options }),
        ),
      );
      const good = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const [failed] = answers.flatMap((answer) =>
        answer.status === 'rejected' && !isMissing(answer.reason) ? [answer.reason as unknown] : [],
      );
      if (good.length === 0 && failed !== undefined) throw failed;
      const byName = new Map(good.flatMap(({ metrics }) => metrics.map((one) => [one.full_name, one] as const)));
      return [...byName.values()].sort((one, other) => (one.full_name < other.full_name ? -1 : 1));
    },
    staleTime: 0,
    ...polling(listPollMs),
  });
}

/** Reads the values of the named metrics, as far as they exist; polls them more often than the list of metrics. */
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
