/** Lists the services of the server, which server.ts opens. A route names the services that it needs. */
import type { Alerts } from './alerts/alerts.js';
import type { EventNotifications } from './alerts/notifications/event-notifications.js';
import type { MailSettings } from './alerts/notifications/mail/mail-settings.js';
import type { Mailer } from './alerts/notifications/mail/mailer.js';
import type { Suppression } from './alerts/states/suppression.js';
import type { Auth } from './auth/auth.js';
import type { ClusterConfigs } from './cluster-config.js';
import type { Intake } from './intake/index.js';
import type { Lookup } from './lookup/lookup.js';
import type { Log, RootLog } from './log/log.js';
import type { Metrics } from './metrics/metrics.js';
import type { SystemNotifications } from './system-notifications/notifications.js';
import type { ServerOptions } from './options/options.js';
import type { Outputs } from './outputs/outputs.js';
import type { PipelineEngine } from './pipelines/engine.js';
import type { Processing } from './health/processing.js';
import type { SearchEngine } from './search/index.js';
import type { Snapshots } from './snapshots/snapshots.js';
import type { IndexGrowth } from './entities/index-growth.js';
import type { Sidecars } from './sidecars/sidecars.js';
import type { UnreadableIndex } from './store/index.js';
import type { Documents, MessageStore } from './store/types.js';
import type { SystemJobs } from './jobs/system-jobs.js';
import type { SystemMessages } from './system-notifications/system-messages.js';
import type { ThreadDumps } from './health/thread-dump.js';
import type { Traffic } from './health/traffic.js';

/** The services that a route names: `{ documents, store }: Needs<'documents' | 'store'>`. */
export type Needs<Name extends keyof ServerContext> = Pick<ServerContext, Name>;

export interface ServerContext {
  readonly options: ServerOptions;
  /** Returns the address on which the server listens, with a slash at the end; known once it listens. */
  readonly address: () => string;
  readonly log: Log;
  /** The server's own log: its levels, and its last lines. */
  readonly ownLog: Pick<RootLog, 'loggers' | 'recent'>;
  /** UUID that was created at the first start and is stored in the documents. */
  readonly nodeId: string;
  readonly clusterId: string;
  /** Start of the server, epoch milliseconds. */
  readonly startedAt: number;
  readonly documents: Documents;
  readonly store: MessageStore;
  /** Indices that could not be opened when the server started. */
  readonly unreadable: readonly UnreadableIndex[];
  readonly processing: Processing;
  readonly threadDumps: ThreadDumps;
  /** Milliseconds that each part took to start. */
  readonly startedIn: Readonly<Record<string, number>>;
  /** Daily growth of index sets, and the forecast when the disk will be full. */
  readonly growth: IndexGrowth;
  readonly config: ClusterConfigs;
  readonly notifications: SystemNotifications;
  readonly systemMessages: SystemMessages;
  readonly traffic: Traffic;
  readonly metrics: Metrics;
  readonly auth: Auth;
  readonly intake: Intake;
  readonly outputs: Outputs;
  /** Running lookup tables, caches and data adapters. */
  readonly lookup: Lookup;
  readonly pipelines: PipelineEngine;
  readonly alerts: Alerts;
  /** Suppression of alerts: their states, and silences. */
  readonly suppression: Suppression;
  readonly mail: MailSettings;
  readonly mailer: Mailer;
  /** Notifications of events, as opposed to system notifications. */
  readonly eventNotifications: EventNotifications;
  readonly sidecars: Sidecars;
  readonly search: SearchEngine;
  readonly snapshots: Snapshots;
  readonly jobs: SystemJobs;
  /** Stops the server in an orderly way, like SIGTERM. */
  readonly stop: () => void;
}
