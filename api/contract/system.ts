/**
 * Endpoints of the server itself: version, memory, locales, nodes, notifications, metrics, telemetry
 * (contract administration).
 */
import { endpoint } from './endpoint.js';
import type {
  FailureCountQuery,
  FailuresQuery,
  FieldNamesQuery,
  IndexerFailures,
  Journal,
  Locale,
  MetricNames,
  MetricRegistry,
  MetricsSummary,
  NodeSummary,
  NotificationMessage,
  NotificationValues,
  PlainMetric,
  RetriedFailures,
  RetryFailuresRequest,
  SearchVersionQuery,
  SystemJvm,
  SystemNotification,
  SystemOverview,
  TelemetryInfo,
  TelemetryUserSettings,
} from './system.schema.js';

export type * from './system.schema.js';

const nothing = { produces: 'nothing' } as const;

export const systemOverview = endpoint<{ answer: SystemOverview }>()('GET', '/system', {
  handler: 'system:read:{id of this node}',
});
export const systemJvm = endpoint<{ answer: SystemJvm }>()('GET', '/system/jvm', {
  handler: 'jvmstats:read:{id of this node}',
});
export const systemLocales = endpoint<{ answer: { locales: Record<string, Locale> } }>()(
  'GET',
  '/system/locales',
  'session',
);
/**
 * Returns the names of the fields in messages that the user may read. With a `limit` above 0, it returns at most that
 * many names, and additionally source, message and timestamp.
 */
export const fieldNames = endpoint<{ query: FieldNamesQuery; answer: { fields: string[] } }>()(
  'GET',
  '/system/fields',
  { needs: 'fieldnames:read' },
);
/** Returns the number of messages that were indexed in the last second. */
export const throughput = endpoint<{ answer: { throughput: number } }>()('GET', '/system/throughput', {
  needs: 'throughput:read',
});
export const searchVersion = endpoint<{
  query: SearchVersionQuery;
  answer: { satisfied: boolean; errorMessage: string };
}>()('GET', '/system/searchVersion/satisfiesVersion/{distribution}', 'session');
export const gettingStarted = endpoint<{ answer: { show: boolean } }>()('GET', '/system/gettingstarted', 'session');

export const clusterNodes = endpoint<{ answer: { nodes: NodeSummary[]; total: number } }>()(
  'GET',
  '/system/cluster/nodes',
  'session',
);
/** Returns the node that answers. */
export const thisNode = endpoint<{ answer: NodeSummary }>()('GET', '/system/cluster/node', 'session');
export const nodeById = endpoint<{ answer: NodeSummary }>()('GET', '/system/cluster/nodes/{nodeId}', 'session');
/** Returns overviews of all nodes by node id; null for a node that did not answer. */
export const clusterOverview = endpoint<{ answer: Record<string, SystemOverview | null> }>()('GET', '/cluster', {
  needs: 'system:read',
});
export const nodeJvm = endpoint<{ answer: SystemJvm }>()('GET', '/cluster/{nodeId}/jvm', {
  needs: 'jvmstats:read:{nodeId}',
});
export const loadBalancerStatus = endpoint<{ answer: string }>()('GET', '/system/lbstatus', 'public', {
  produces: 'text',
});

/** Lists the system notifications, newest first. The console polls the endpoint every 3 s. */
export const listNotifications = endpoint<{ answer: { notifications: SystemNotification[]; total: number } }>()(
  'GET',
  '/system/notifications',
  { handler: 'only types with notifications:read:{type}' },
);
export const deleteNotification = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/notifications/{type}',
  { needs: 'notifications:delete:{type}' },
  nothing,
);
export const deleteKeyedNotification = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/notifications/{type}/{key}',
  { needs: 'notifications:delete:{type}' },
  nothing,
);
/** Returns title and text of a notification. The type in the path is in upper case; the text is an HTML fragment. */
export const notificationHtml = endpoint<{ body: NotificationValues; answer: NotificationMessage }>()(
  'POST',
  '/system/notification/message/html/{type}',
  'session',
);
export const keyedNotificationHtml = endpoint<{ body: NotificationValues; answer: NotificationMessage }>()(
  'POST',
  '/system/notification/message/html/{type}/{key}',
  'session',
);
export const notificationText = endpoint<{ body: NotificationValues; answer: NotificationMessage }>()(
  'POST',
  '/system/notification/message/plaintext/{type}',
  'session',
);
export const keyedNotificationText = endpoint<{ body: NotificationValues; answer: NotificationMessage }>()(
  'POST',
  '/system/notification/message/plaintext/{type}/{key}',
  'session',
);

const metricsRead = { handler: 'only names with metrics:read:{name}' } as const;
/** Returns metrics of all nodes by node id. The console polls the endpoint every 2 s with the displayed metrics. */
export const clusterMetrics = endpoint<{ body: MetricNames; answer: Record<string, MetricsSummary | null> }>()(
  'POST',
  '/cluster/metrics/multiple',
  metricsRead,
);
export const nodeMetrics = endpoint<{ body: MetricNames; answer: MetricsSummary }>()(
  'POST',
  '/cluster/{nodeId}/metrics/multiple',
  metricsRead,
);
export const metrics = endpoint<{ body: MetricNames; answer: MetricsSummary }>()(
  'POST',
  '/system/metrics/multiple',
  metricsRead,
);
export const metricNames = endpoint<{ answer: { names: string[] } }>()('GET', '/system/metrics/names', {
  needs: 'metrics:allkeys',
});
export const nodeMetricNames = endpoint<{ answer: { names: string[] } }>()('GET', '/cluster/{nodeId}/metrics/names', {
  needs: 'metrics:allkeys',
});
export const allMetrics = endpoint<{ answer: MetricRegistry }>()('GET', '/system/metrics', {
  needs: 'metrics:readall',
});
export const metricByName = endpoint<{ answer: PlainMetric }>()('GET', '/system/metrics/{metricName}', {
  needs: 'metrics:read:{metricName}',
});
/** Returns the metrics whose names begin with the namespace. */
export const metricsOfNamespace = endpoint<{ answer: MetricsSummary }>()(
  'GET',
  '/system/metrics/namespace/{namespace}',
  metricsRead,
);
export const nodeMetricsOfNamespace = endpoint<{ answer: MetricsSummary }>()(
  'GET',
  '/cluster/{nodeId}/metrics/namespace/{namespace}',
  metricsRead,
);

export const journal = endpoint<{ answer: Journal }>()('GET', '/system/journal', { needs: 'journal:read' });
export const nodeJournal = endpoint<{ answer: Journal }>()('GET', '/cluster/{nodeId}/journal', {
  needs: 'journal:read',
});

export interface IndexerHealth {
  status: 'green' | 'yellow' | 'red';
  shards: { active: number; initializing: number; relocating: number; unassigned: number };
}
export const indexerHealth = endpoint<{ answer: IndexerHealth }>()('GET', '/system/indexer/cluster/health', {
  needs: 'indexercluster:read',
});
export const indexerName = endpoint<{ answer: { name: string } }>()('GET', '/system/indexer/cluster/name', {
  needs: 'indexercluster:read',
});

/**
 * Lists the values that did not fit the type of their field, and the messages that could not be stored, newest first.
 */
export const indexerFailures = endpoint<{
  query: FailuresQuery;
  answer: IndexerFailures;
}>()('GET', '/system/indexer/failures', { needs: 'indices:failures' });
export const indexerFailureCount = endpoint<{ query: FailureCountQuery; answer: { count: number } }>()(
  'GET',
  '/system/indexer/failures/count',
  { needs: 'indices:failures' },
);

/** Tries again to store messages that failed; a job does it if there are many of them. Embedded server only. */
export const retryIndexerFailures = endpoint<{ body: RetryFailuresRequest; answer: RetriedFailures }>()(
  'POST',
  '/system/indexer/failures/retry',
  { handler: 'indices:failures and indices:changestate' },
);

export const telemetry = endpoint<{ answer: TelemetryInfo }>()('GET', '/telemetry', 'session');
export const telemetrySettings = endpoint<{ answer: TelemetryUserSettings }>()(
  'GET',
  '/telemetry/user/settings',
  'session',
);
export const saveTelemetrySettings = endpoint<{ body: TelemetryUserSettings; answer: undefined }>()(
  'PUT',
  '/telemetry/user/settings',
  'session',
  nothing,
);
