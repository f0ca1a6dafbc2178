/**
 * Endpoints that describe and control nodes (contract administration system.*, cluster.*, processing.*,
 * lbstatus.*).
 */
import { endpoint } from './endpoint.js';
import type {
  ClusterStats,
  ExposedConfiguration,
  FileSystemStats,
  NetworkStats,
  OperatingSystemStats,
  PluginList,
  ProcessBufferDump,
  ProcessStats,
  RuntimeStats,
  SearchClusterStats,
  SystemStats,
} from './nodes.schema.js';
import type { ProcessingStatus } from './system.schema.js';

export type * from './nodes.schema.js';

const nothing = { produces: 'nothing' } as const;

/**
 * Returns the stacks of all threads. The embedded server returns the stacks of its worker threads, and statistics of
 * its main thread instead of a stack. With the header `Accept: text/plain` the answer is plain text.
 */
export const threadDump = endpoint<{ answer: { threaddump: string } }>()('GET', '/system/threaddump', {
  handler: 'threads:dump:{id of this node}',
});
export const nodeThreadDump = endpoint<{ answer: { threaddump: string } }>()('GET', '/cluster/{nodeId}/threaddump', {
  needs: 'threads:dump',
});
export const processBufferDump = endpoint<{ answer: ProcessBufferDump }>()('GET', '/system/processbufferdump', {
  handler: 'processbuffer:dump:{id of this node}',
});
export const nodeProcessBufferDump = endpoint<{ answer: ProcessBufferDump }>()(
  'GET',
  '/cluster/{nodeId}/processbufferdump',
  { needs: 'processbuffer:dump' },
);
/** Returns for each node, by its id, the messages that it is processing; null for a node that did not answer. */
export const clusterProcessBufferDump = endpoint<{ answer: Record<string, ProcessBufferDump | null> }>()(
  'GET',
  '/cluster/processbufferdump',
  { needs: 'processbuffer:dump' },
);

export const exposedConfiguration = endpoint<{ answer: ExposedConfiguration }>()('GET', '/system/configuration', {
  needs: 'clusterconfigentry:read',
});
export const plugins = endpoint<{ answer: PluginList }>()('GET', '/system/plugins', 'session');
export const nodePlugins = endpoint<{ answer: PluginList }>()('GET', '/cluster/{nodeId}/plugins', 'session');
/** Returns for each service of the server how long its start took, in milliseconds. */
export const serviceManager = endpoint<{ answer: Record<string, number> }>()(
  'GET',
  '/system/serviceManager',
  'session',
);

export const systemStats = endpoint<{ answer: SystemStats }>()('GET', '/system/stats', 'session');
export const fileSystemStats = endpoint<{ answer: FileSystemStats }>()('GET', '/system/stats/fs', 'session');
export const runtimeStats = endpoint<{ answer: RuntimeStats }>()('GET', '/system/stats/jvm', 'session');
export const networkStats = endpoint<{ answer: NetworkStats }>()('GET', '/system/stats/network', 'session');
export const operatingSystemStats = endpoint<{ answer: OperatingSystemStats }>()('GET', '/system/stats/os', 'session');
export const processStats = endpoint<{ answer: ProcessStats }>()('GET', '/system/stats/process', 'session');
export const clusterStats = endpoint<{ answer: ClusterStats }>()('GET', '/system/cluster/stats', 'session');
export const searchClusterStats = endpoint<{ answer: SearchClusterStats }>()(
  'GET',
  '/system/cluster/stats/elasticsearch',
  'session',
);
export const documentStats = endpoint<{ answer: Record<string, unknown> }>()(
  'GET',
  '/system/cluster/stats/mongo',
  'session',
);

const changing = { handler: 'processing:changestate:{id of this node}' } as const;
/** Pauses processing: the server still receives and acknowledges messages, which then wait in the journal. */
export const pauseProcessing = endpoint<{ answer: undefined }>()('PUT', '/system/processing/pause', changing, nothing);
/** Resumes processing; reference servers answer 403 while the pause is locked, the embedded server locks no pause. */
export const resumeProcessing = endpoint<{ answer: undefined }>()(
  'PUT',
  '/system/processing/resume',
  changing,
  nothing,
);
export const unlockProcessing = endpoint<{ answer: undefined }>()(
  'PUT',
  '/system/processing/pause/unlock',
  changing,
  nothing,
);
export const processingStatus = endpoint<{ answer: ProcessingStatus }>()('GET', '/system/processing/status', 'session');
/** Returns the processing status that was last stored; the answer is 404 while none is stored. */
export const persistedProcessingStatus = endpoint<{ answer: ProcessingStatus }>()(
  'GET',
  '/system/processing/status/persisted',
  'session',
);
export const clusterProcessingStatus = endpoint<{ answer: Record<string, ProcessingStatus | null> }>()(
  'GET',
  '/cluster/processing/status',
  'session',
);
export const clusterPersistedProcessingStatus = endpoint<{ answer: Record<string, ProcessingStatus | null> }>()(
  'GET',
  '/cluster/processing/status/persisted',
  'session',
);
const changingNode = { needs: 'processing:changestate:{nodeId}' } as const;
export const pauseNode = endpoint<{ answer: undefined }>()(
  'POST',
  '/cluster/{nodeId}/processing/pause',
  changingNode,
  nothing,
);
export const resumeNode = endpoint<{ answer: undefined }>()(
  'POST',
  '/cluster/{nodeId}/processing/resume',
  changingNode,
  nothing,
);

const changingBalance = { needs: 'lbstatus:change' } as const;
/** Overrides the load balancer status with `alive`, `dead` or `throttled`; the answer is 400 for any other value. */
export const overrideLoadBalancer = endpoint<{ answer: undefined }>()(
  'PUT',
  '/system/lbstatus/override/{status}',
  changingBalance,
  nothing,
);
export const overrideNodeLoadBalancer = endpoint<{ answer: undefined }>()(
  'PUT',
  '/cluster/{nodeId}/lbstatus/override/{status}',
  changingBalance,
  nothing,
);

/** Shuts the server process down in an orderly way, like the signal SIGTERM. */
export const shutDown = endpoint<{ answer: { message: string } }>()(
  'POST',
  '/system/shutdown/shutdown',
  { handler: 'node:shutdown:{id of this node}' },
  { status: 202 },
);
export const shutDownNode = endpoint<{ answer: undefined }>()(
  'POST',
  '/cluster/{nodeId}/shutdown',
  { needs: 'node:shutdown:{nodeId}' },
  nothing,
);

export const licenseInfo = endpoint<{ answer: { license_info: { license_status: 'absent' | 'installed' } } }>()(
  'GET',
  '/enterprise/license/info',
  { needs: 'licenseinfos:read' },
);
