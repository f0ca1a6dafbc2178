/**
 * Queries and mutations of nodes: their states and control (contract administration cluster.*, processing.*,
 * lbstatus.*).
 */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  nodePlugins,
  nodeProcessBufferDump,
  nodeThreadDump,
  overrideNodeLoadBalancer,
  pauseNode,
  resumeNode,
} from '../contract/nodes.js';
import {
  clusterMetrics,
  clusterNodes,
  clusterOverview,
  nodeById,
  nodeJournal,
  nodeJvm,
  type LoadBalancerStatus,
} from '../contract/system.js';
import { hasList } from './has-list.js';
import { polling } from './polling.js';

const nodesPollMs = 5000;
const gaugesPollMs = 2000;
const stateKey = ['cluster', 'state'] as const;

/** Reads the running nodes, and polls them. */
export function watchedNodesQuery(client: Client) {
  return queryOptions({
    queryKey: ['cluster', 'nodes', 'watched'],
    queryFn: async ({ signal }) =>
      (await client.call(clusterNodes, { signal, background: true, check: hasList('nodes') })).nodes,
    ...polling(nodesPollMs),
  });
}

/** Reads the states of nodes by node id, null for a node that did not answer, and polls them. */
export function nodeStatesQuery(client: Client) {
  return queryOptions({
    queryKey: stateKey,
    queryFn: ({ signal }) => client.call(clusterOverview, { signal, background: true }),
    ...polling(nodesPollMs),
  });
}

export type Gauges = Readonly<Record<string, number | string>>;

/** Reads the named gauges by node id, and polls them; gauges that a node does not have are absent from its object. */
export function nodeGaugesQuery(client: Client, names: readonly string[]) {
  return queryOptions({
    queryKey: ['gauges', 'byNode', names],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, Gauges>>> => {
      const nodes = await client.call(clusterMetrics, { body: { metrics: [...names] }, signal, background: true });
      return Object.fromEntries(
        Object.entries(nodes).map(([id, node]) => [
          id,
          Object.fromEntries(
            (node?.metrics ?? []).flatMap(({ full_name: name, metric }) =>
              'value' in metric && typeof metric.value !== 'object' ? [[name, metric.value] as const] : [],
            ),
          ),
        ]),
      );
    },
    ...polling(gaugesPollMs),
  });
}

export function nodeQuery(client: Client, nodeId: string) {
  return queryOptions({
    queryKey: ['cluster', 'node', nodeId],
    queryFn: ({ signal }) => client.call(nodeById, { params: { nodeId }, signal, background: true }),
    ...polling(nodesPollMs),
  });
}

export function nodeJvmQuery(client: Client, nodeId: string) {
  return queryOptions({
    queryKey: ['cluster', 'jvm', nodeId],
    queryFn: ({ signal }) => client.call(nodeJvm, { params: { nodeId }, signal, background: true }),
    ...polling(nodesPollMs),
  });
}

export function nodeJournalQuery(client: Client, nodeId: string) {
  return queryOptions({
    queryKey: ['cluster', 'journal', nodeId],
    queryFn: ({ signal }) => client.call(nodeJournal, { params: { nodeId }, signal, background: true }),
    ...polling(nodesPollMs),
  });
}

export function nodePluginsQuery(client: Client, nodeId: string) {
  return queryOptions({
    queryKey: ['cluster', 'plugins', nodeId],
    queryFn: async ({ signal }) =>
      (await client.call(nodePlugins, { params: { nodeId }, signal, check: hasList('plugins') })).plugins,
    staleTime: 60_000,
  });
}

/** Reads a thread dump; it is read again only on request. */
export function threadDumpQuery(client: Client, nodeId: string) {
  return queryOptions({
    queryKey: ['cluster', 'threadDump', nodeId],
    queryFn: async ({ signal }) => ({
      takenAt: Date.now(),
      text: (await client.call(nodeThreadDump, { params: { nodeId }, signal })).threaddump,
    }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export function processBufferDumpQuery(client: Client, nodeId: string) {
  return queryOptions({
    queryKey: ['cluster', 'processBufferDump', nodeId],
    queryFn: async ({ signal }) => ({
      takenAt: Date.now(),
      processors: (await client.call(nodeProcessBufferDump, { params: { nodeId }, signal })).processbuffer_dump,
    }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

const stateChanged = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: stateKey });

export function processingMutation(client: Client, queryClient: QueryClient, nodeId: string) {
  return mutationOptions({
    mutationFn: (change: 'pause' | 'resume') =>
      change === 'pause'
        ? client.call(pauseNode, { params: { nodeId } })
        : client.call(resumeNode, { params: { nodeId } }),
    onSettled: () => stateChanged(queryClient),
  });
}

export function loadBalancerMutation(client: Client, queryClient: QueryClient, nodeId: string) {
  return mutationOptions({
    mutationFn: (status: LoadBalancerStatus) =>
      client.call(overrideNodeLoadBalancer, { params: { nodeId, status: status.toUpperCase() } }),
    onSettled: () => stateChanged(queryClient),
  });
}
