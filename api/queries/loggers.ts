/** Queries and mutations of the server's own log: levels of its subsystems, numbers of lines, and the latest lines. */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { clusterSubsystems, recentLines, setSubsystemLevel, type LogLevelName } from '../contract/loggers.js';
import { clusterMetrics, type MetricRate } from '../contract/system.js';
import { unlessMissing } from './missing.js';
import { polling, pollingIfKnown } from './polling.js';

const subsystemsKey = ['loggers', 'subsystems'] as const;
const metricsPollMs = 2000;
const linesPollMs = 2000;
const appender = 'org.apache.logging.log4j.core.Appender.';
export const meteredLevels = ['all', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Reads the subsystems by node id; null for a node that did not answer. */
export function subsystemsQuery(client: Client) {
  return queryOptions({
    queryKey: subsystemsKey,
    queryFn: ({ signal }) => client.call(clusterSubsystems, { signal }),
    staleTime: 0,
  });
}

export interface ChangedLevel {
  readonly nodeId: string;
  readonly subsystem: string;
  readonly level: LogLevelName;
}

export function setSubsystemLevelMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (params: ChangedLevel) => client.call(setSubsystemLevel, { params: { ...params } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: subsystemsKey }),
  });
}

/**
 * Reads how many log lines are written, as rates by node id and level; levels that a node does not count are absent.
 */
export function logMetricsQuery(client: Client) {
  return queryOptions({
    queryKey: ['loggers', 'metrics'],
    queryFn: async ({ signal }) => {
      const metrics = meteredLevels.map((level) => `${appender}${level}`);
      const answer = await client.call(clusterMetrics, { body: { metrics }, signal, background: true });
      return new Map(
        Object.entries(answer).map(([nodeId, summary]) => {
          const rates = new Map<string, MetricRate>();
          for (const { full_name, type, metric } of summary?.metrics ?? [])
            if (type === 'meter') rates.set(full_name.slice(appender.length), metric.rate);
          return [nodeId, rates] as const;
        }),
      );
    },
    staleTime: 0,
    ...polling(metricsPollMs),
  });
}

/**
 * Reads the latest lines of the log, oldest first; null: the server does not keep them.
 * @param follow true polls the lines
 */
export function recentLinesQuery(client: Client, limit: number, follow: boolean) {
  const repeating = pollingIfKnown(linesPollMs);
  return queryOptions({
    queryKey: ['loggers', 'recent', limit],
    queryFn: async ({ signal }) => {
      const text = await unlessMissing(client.call(recentLines, { query: { limit }, signal, background: true }), null);
      return text === null ? null : (text ?? '').split('\n').filter((line) => line !== '');
    },
    staleTime: 0,
    ...repeating,
    refetchInterval: follow ? repeating.refetchInterval : (false as const),
  });
}
