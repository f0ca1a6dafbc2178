/**
 * Loads the statistics of caches and data adapters on the first node, and returns them by the name of the metric.
 */
import { useQuery } from '@tanstack/react-query';
import type { Metric } from '../../../api/contract/system.schema.js';
import { metricValuesQuery } from '../../../api/queries/metrics.js';
import { nodesQuery } from '../../../api/queries/nodes.js';
import { useConnection } from '../../element/connection-context.js';

export interface LookupFigures {
  /** Returns the value of a gauge; undefined if there is no such gauge. */
  gauge(name: string): number | undefined;
  /** Returns the events per second during the last minute; undefined if unknown. */
  rate(name: string): number | undefined;
  total(name: string): number | undefined;
}

const rateOf = (metric: Metric | undefined) =>
  metric?.type === 'meter' || metric?.type === 'timer' ? metric.metric.rate : undefined;

export function useLookupFigures(names: readonly string[]): LookupFigures {
  const { client } = useConnection();
  const { data: nodes } = useQuery(nodesQuery(client));
  const [first] = nodes ?? [];
  const { data: metrics } = useQuery({
    ...metricValuesQuery(client, first?.node_id ?? '', names),
    enabled: first !== undefined && names.length > 0,
  });
  const byName = new Map((metrics ?? []).map((metric) => [metric.full_name, metric]));
  return {
    gauge(name) {
      const metric = byName.get(name);
      return metric?.type === 'gauge' && typeof metric.metric.value === 'number' ? metric.metric.value : undefined;
    },
    rate: (name) => rateOf(byName.get(name))?.one_minute,
    total: (name) => rateOf(byName.get(name))?.total,
  };
}

export const cacheMetric = (id: string, name: 'requests' | 'hits' | 'entries'): string =>
  `org.graylog2.lookup.caches.${id}.${name}`;
export const adapterMetric = (id: string): string => `org.graylog2.lookup.adapters.${id}.requests`;
