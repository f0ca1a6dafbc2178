/**
 * Registers the routes about the server itself: ping, version, memory, locales, nodes, telemetry (contract
 * administration).
 */
import { arch, hostname, platform, release } from 'node:os';
import { ping } from '../../../api/contract/server-root.js';
import * as endpoints from '../../../api/contract/system.js';
import {
  FieldNamesQuery,
  SearchVersionQuery,
  TelemetryUserSettings,
  type ByteSize,
  type Journal,
  type NodeSummary,
  type SystemJvm,
  type SystemOverview,
} from '../../../api/contract/system.schema.js';
import { authorize, type Caller, permissionOn } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { searchCaller } from '../entities/searches.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import { heapLimit, type Throughput } from '../metrics/metrics.js';
import type { Registry } from '../http/registry.js';
import { indexerHealth } from '../health/store-health.js';
import { version } from '../foundation/version.js';
import { locales } from './locales.js';

const bytes = (count: number): ByteSize => ({
  bytes: count,
  kilobytes: Math.floor(count / 1024),
  megabytes: Math.floor(count / 1024 / 1024),
});

interface TelemetryRecord extends TelemetryUserSettings {
  id: string;
}

export function registerSystem(
  registry: Registry,
  {
    address,
    nodeId,
    clusterId,
    startedAt,
    store,
    unreadable,
    documents,
    search,
    processing,
  }: Needs<
    'address' | 'nodeId' | 'clusterId' | 'startedAt' | 'store' | 'unreadable' | 'documents' | 'search' | 'processing'
  >,
  entities: Entities,
  throughput: Throughput,
): void {
  const overview = (): SystemOverview => ({
    facility: 'log-console',
    codename: 'Logbook',
    node_id: nodeId,
    cluster_id: clusterId,
    version,
    started_at: new Date(startedAt).toISOString(),
    is_processing: processing.isProcessing,
    hostname: hostname(),
    lifecycle: processing.lifecycle,
    lb_status: processing.loadBalancer,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    operating_system: `${platform()} ${release()}`,
    is_leader: true,
  });

  const jvm = (): SystemJvm => {
    const { heapUsed, heapTotal } = process.memoryUsage();
    return {
      free_memory: bytes(Math.max(0, heapTotal - heapUsed)),
      max_memory: bytes(heapLimit()),
      total_memory: bytes(heapTotal),
      used_memory: bytes(heapUsed),
      node_id: nodeId,
      pid: String(process.pid),
      info: `Node.js ${process.versions.node} (V8 ${process.versions.v8}) on ${platform()} ${release()} ${arch()}`,
    };
  };

  const node = (): NodeSummary => ({
    cluster_id: clusterId,
    node_id: nodeId,
    type: 'server',
    is_leader: true,
    is_master: true,
    transport_address: `${address()}api/`,
    last_seen: new Date().toISOString(),
    short_node_id: nodeId.slice(0, 8),
    hostname: hostname(),
  });

  function ofThisNode<T>(id: string, read: () => T): T {
    if (id !== nodeId) throw new NotFoundError(`Node ${id} not found`);
    return read();
  }

  registry.serve(ping, {}, () => ({
    cluster_id: clusterId,
    node_id: nodeId,
    version,
    tagline: 'Log Console: search, chart and administer logs.',
    embedded: true,
  }));
  registry.serve(endpoints.systemOverview, {}, ({ user }) => {
    authorize(user, permissionOn('system:read', nodeId));
    return overview();
  });
  registry.serve(endpoints.systemJvm, {}, ({ user }) => {
    authorize(user, permissionOn('jvmstats:read', nodeId));
    return jvm();
  });
  registry.serve(endpoints.nodeJvm, {}, ({ params }) => ofThisNode(params.nodeId, jvm));
  registry.serve(endpoints.systemLocales, {}, () => ({ locales: locales() }));
  registry.serve(endpoints.gettingStarted, {}, () => ({ show: false }));
  registry.serve(endpoints.clusterOverview, {}, () => ({ [nodeId]: overview() }));
  registry.serve(endpoints.clusterNodes, {}, () => ({ nodes: [node()], total: 1 }));
  registry.serve(endpoints.thisNode, {}, node);
  registry.serve(endpoints.nodeById, {}, ({ params }) => ofThisNode(params.nodeId, node));
  registry.serve(endpoints.throughput, {}, () => ({ throughput: throughput.output }));

  registry.serve(endpoints.searchVersion, { query: SearchVersionQuery }, ({ params: { distribution } }) => {
    const name = distribution.toLowerCase();
    if (name !== 'opensearch' && name !== 'elasticsearch') {
      throw new BadRequestError(`Unknown search distribution ${distribution}`);
    }
    const satisfied = name === 'opensearch';
    return { satisfied, errorMessage: satisfied ? '' : 'This server does not use Elasticsearch' };
  });

  registry.serve(endpoints.fieldNames, { query: FieldNamesQuery }, ({ query: { limit = 0 }, user }) => {
    const names = new Set(search.fields(searchCaller(documents, user).readableStreams).map(({ name }) => name));
    for (const always of ['message', 'source', 'timestamp']) names.add(always);
    if (limit <= 0) return { fields: [...names].sort() };
    return { fields: [...new Set([...[...names].slice(0, limit), 'source', 'message', 'timestamp'])] };
  });

  const journal = (): Journal => {
    const { waiting, waitingBytes, files } = store.journal;
    return {
      enabled: true,
      append_events_per_second: throughput.input,
      read_events_per_second: throughput.output,
      uncommitted_journal_entries: waiting,
      journal_size: waitingBytes,
      journal_size_limit: files.limitBytes,
      number_of_segments: files.segments,
      oldest_segment: new Date(files.oldest).toISOString(),
      // A journal segment ends by its size and is deleted after it was loaded, so its age is not limited. Every message
      // is flushed to disk before it is acknowledged.
      journal_config: {
        directory: files.directory,
        segment_size: files.segmentBytes,
        segment_age: 0,
        max_size: files.limitBytes,
        max_age: 0,
        flush_interval: 1,
        flush_age: 0,
      },
    };
  };
  registry.serve(endpoints.journal, {}, journal);
  registry.serve(endpoints.nodeJournal, {}, ({ params }) => ofThisNode(params.nodeId, journal));

  registry.serve(endpoints.indexerName, {}, () => ({ name: 'embedded' }));
  registry.serve(endpoints.indexerHealth, {}, () => indexerHealth({ store, unreadable }));

  // The server never sends telemetry; it only stores the user's answer.
  const telemetry = documents.collection<TelemetryRecord>('telemetry_settings');
  entities.on(async ({ change, type, id }) => {
    if (type === 'user' && change === 'removed') await telemetry.delete(id);
  });
  const settingsOf = (user: Caller): TelemetryUserSettings => {
    const stored = telemetry.get(user.id);
    return {
      telemetry_enabled: stored?.telemetry_enabled ?? false,
      telemetry_permission_asked: stored?.telemetry_permission_asked ?? false,
    };
  };
  registry.serve(endpoints.telemetry, {}, ({ user }) => ({ user_telemetry_settings: settingsOf(user) }));
  registry.serve(endpoints.telemetrySettings, {}, ({ user }) => settingsOf(user));
  registry.serve(endpoints.saveTelemetrySettings, { body: TelemetryUserSettings }, async ({ user, body }) => {
    const { telemetry_enabled, telemetry_permission_asked } = body;
    await telemetry.put({ id: user.id, telemetry_enabled, telemetry_permission_asked });
    return undefined;
  });
}
