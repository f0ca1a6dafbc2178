/**
 * Routes of statistics of the machine, of this process, and of everything that is stored (contract administration
 * system.stats, cluster.stats).
 */
import * as endpoints from '../../../api/contract/nodes.js';
import type { ClusterStats, SearchClusterStats } from '../../../api/contract/nodes.schema.js';
import type { Needs } from '../context.js';
import { entityCollection, kinds } from '../documents/kinds.js';
import type { ViewHead, ViewRecord } from '../entities/views.js';
import { streamCollection } from '../intake/index.js';
import type { OutputDocument } from '../outputs/outputs.js';
import type { Registry } from '../http/registry.js';
import { indexerHealth } from '../health/store-health.js';
import {
  fileSystemStats,
  networkStats,
  operatingSystemStats,
  processStats,
  runtimeStats,
} from '../health/system-stats.js';
import { version } from '../foundation/version.js';
import { storedCallbacks } from './alarm-callbacks.js';

function countBy<T>(all: Iterable<T>, name: (one: T) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(name(one), (counts.get(name(one)) ?? 0) + 1);
  return Object.fromEntries(counts);
}

const capitalised = { green: 'Green', yellow: 'Yellow', red: 'Red' } as const;

export function registerSystemStats(
  registry: Registry,
  {
    documents,
    options,
    store,
    unreadable,
    auth,
    intake,
  }: Needs<'documents' | 'options' | 'store' | 'unreadable' | 'auth' | 'intake'>,
): void {
  registry.serve(endpoints.systemStats, {}, async () => ({
    fs: await fileSystemStats(options.data),
    jvm: runtimeStats(),
    os: operatingSystemStats(),
    process: await processStats(),
  }));
  registry.serve(endpoints.fileSystemStats, {}, () => fileSystemStats(options.data));
  registry.serve(endpoints.runtimeStats, {}, runtimeStats);
  registry.serve(endpoints.networkStats, {}, networkStats);
  registry.serve(endpoints.operatingSystemStats, {}, operatingSystemStats);
  registry.serve(endpoints.processStats, {}, processStats);

  async function searchCluster(): Promise<SearchClusterStats> {
    const { status, shards } = indexerHealth({ store, unreadable });
    const sizes = await store.diskBytes();
    let bytes = 0;
    for (const size of sizes.values()) bytes += size;
    return {
      cluster_name: 'embedded',
      cluster_version: version,
      status: capitalised[status],
      cluster_health: {
        number_of_nodes: 1,
        number_of_data_nodes: 1,
        active_shards: shards.active,
        relocating_shards: shards.relocating,
        active_primary_shards: shards.active,
        initializing_shards: shards.initializing,
        unassigned_shards: shards.unassigned,
        timed_out: false,
        pending_tasks: store.removals().length,
        pending_tasks_time_in_queue: [],
      },
      nodes_stats: { total: 1, master_only: 0, data_only: 0, master_data: 1, client: 0 },
      indices_stats: { index_count: store.facts().length, store_size: bytes, field_data_size: 0, id_cache_size: 0 },
    };
  }
  const stored = (): Record<string, number> =>
    Object.fromEntries(
      Object.values(kinds)
        .filter(({ collection }) => collection !== 'views')
        .map(({ collection }) => [collection, documents.collection(collection).all().length]),
    );

  async function cluster(): Promise<ClusterStats> {
    const streams = streamCollection(documents).all();
    const inputs = intake.inputs.all();
    const outputs = entityCollection<OutputDocument>(documents, 'output').all();
    const extractors = inputs.flatMap((input) => input.extractors ?? []);
    const dashboards = documents
      .archive<ViewRecord, ViewHead>('views')
      .heads()
      .filter(({ type }) => type === 'DASHBOARD');
    return {
      elasticsearch: await searchCluster(),
      mongo: stored(),
      stream_count: streams.length,
      stream_rule_count: streams.reduce((sum, { rules }) => sum + rules.length, 0),
      stream_rule_count_by_stream: Object.fromEntries(streams.map(({ id, rules }) => [id, rules.length])),
      user_count: auth.users.all().length,
      output_count: outputs.length,
      output_count_by_type: countBy(outputs, ({ type }) => type),
      dashboard_count: dashboards.length,
      input_count: inputs.length,
      global_input_count: inputs.filter(({ global }) => global).length,
      input_count_by_type: countBy(inputs, ({ type }) => type),
      extractor_count: extractors.length,
      extractor_count_by_type: countBy(extractors, ({ type }) => type),
      // Legacy alert conditions no longer exist, but alarm callbacks of streams do.
      alarm_stats: {
        alert_count: 0,
        alarmcallback_count_by_type: countBy(storedCallbacks(documents), ({ type }) => type),
      },
    };
  }
  registry.serve(endpoints.clusterStats, {}, cluster);
  registry.serve(endpoints.searchClusterStats, {}, searchCluster);
  registry.serve(endpoints.documentStats, {}, stored);
}
