/** Opens the parts of the server in order, listens, and closes the parts in the opposite order. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Alerts } from './alerts/alerts.js';
import { BackupControl } from './backup/control.js';
import type { ServerContext } from './context.js';
import { DatagramNotice } from './system-notifications/datagram-notice.js';
import { createHttp } from './http/http.js';
import { JobHistory } from './jobs/job-history.js';
import { closeHttp, listen } from './http/listening.js';
import type { RootLog } from './log/log.js';
import { noteRunningInputs } from './system-notifications/input-notifications.js';
import type { ServerOptions } from './options/options.js';
import { OutputNotices } from './system-notifications/output-notifications.js';
import { Outputs } from './outputs/outputs.js';
import { takeInOwnLog } from './intake/inputs/own-log.js';
import { mountPlugins } from './plugins/mount-plugins.js';
import { mountProxy } from './http/proxy.js';
import { DefaultCollectors } from './sidecars/default-collectors.js';
import { Sidecars } from './sidecars/sidecars.js';
import { SidecarWatch } from './sidecars/watch.js';
import { startTimes } from './health/start-times.js';
import { mountPages } from './http/static.js';
import { JournalFillingNotice } from './system-notifications/store-notifications.js';
import { SystemJobs } from './jobs/system-jobs.js';
import { ThreadDumps } from './health/thread-dump.js';
import { lookUpText } from './lookup/consumers.js';
import { version } from './foundation/version.js';
import { openDocumentsRoom } from './start/open-documents.js';
import { openEventNotifications } from './start/open-event-notifications.js';
import { openIntake } from './start/open-intake.js';
import { openInterface } from './start/open-interface.js';
import { openLookups } from './start/open-lookups.js';
import { openMessageStore } from './start/open-message-store.js';
import { openMetrics } from './start/open-metrics.js';
import { openSearch } from './start/open-search.js';
import { openSnapshots } from './start/open-snapshots.js';
import { Opened } from './start/opened.js';

export interface RunningServer {
  /** Address of the server, with a slash at the end. */
  readonly url: string;
  /** The administrator's password if this start generated it; returned once. */
  readonly generatedPassword: string | undefined;
  close(): Promise<void>;
}

const sessionSweepMs = 10 * 60_000;
const noticeMs = 1_000;

/**
 * Returns the directory of the page and the elements: beside the built server, or `dist` when it runs from its sources.
 */
function builtDirectory(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  return existsSync(join(root, 'package.json')) ? join(root, 'dist') : root.replace(/[\\/]$/, '');
}

async function startProxy(options: ServerOptions, upstream: string, log: RootLog): Promise<RunningServer> {
  const app = await createHttp(options, log);
  mountProxy(app, upstream, options, log);
  mountPlugins(app, options, log);
  mountPages(app, options, builtDirectory());
  const url = await listen(app, options);
  log.info('Server started', { url, server: upstream, version });
  return { url, generatedPassword: undefined, close: () => closeHttp(app) };
}

async function startEmbedded(options: ServerOptions, log: RootLog, stop: () => void): Promise<RunningServer> {
  const opened = new Opened(log);
  try {
    return await openEmbedded(options, log, stop, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openEmbedded(
  options: ServerOptions,
  log: RootLog,
  stop: () => void,
  opened: Opened,
): Promise<RunningServer> {
  const ownLog = takeInOwnLog(log);
  const { startedIn, ready } = startTimes();
  let started = false;
  let address = '';
  let titleOfInput: (id: string) => string | undefined = () => undefined;

  const base = await openDocumentsRoom(options, log, opened, ready);
  const { documents, nodeId, config, auth, notifications, systemMessages } = base;
  const { store, storeFailure, eventLoop, filling, ...stored } = await openMessageStore(
    {
      ...base,
      directory: options.data,
      databaseMemory: options.databaseMemory,
      log,
      titleOfInput: (id) => titleOfInput(id),
    },
    opened,
    ready,
  );
  const { throughput, metrics, figures } = openMetrics({ store, auth, eventLoop, log }, opened);
  const { egress, lookup, geo } = await openLookups({ ...base, options, metrics, log }, opened);
  const outputs = new Outputs({
    documents,
    directory: options.data,
    log: log.with({ room: 'outputs' }),
    egress,
    journal: store.journalReading,
  });
  opened.add(() => outputs.stop());
  metrics.provide(() => outputs.metrics());
  const notices: { readonly look: () => void }[] = [
    new OutputNotices({ notifications, outputs }),
    new JournalFillingNotice(notifications, store, log.with({ room: 'store' })),
  ];
  opened.every(noticeMs, () => {
    for (const notice of notices) notice.look();
  });
  const alerting = openEventNotifications({ ...base, options, egress, metrics, log }, opened);
  const { suppression, eventNotifications } = alerting;
  const { pipelines, intake, traffic } = await openIntake(
    { ...base, options, store, egress, lookup, geo, metrics, log, isStarted: () => started },
    opened,
  );
  titleOfInput = (id) => intake.inputs.all().find((one) => one.id === id)?.title;
  notices.push(new DatagramNotice({ notifications, inputs: intake.inputs }));
  const search = openSearch({ documents, store, config, lookup, pipelines: pipelines.engine, metrics, log }, opened);
  const alerts = new Alerts({
    documents,
    store,
    config,
    notifications,
    queue: eventNotifications,
    suppression,
    lookUp: lookUpText(lookup),
    log: log.with({ room: 'alerts' }),
  });
  opened.add(() => alerts.stop());
  const sidecars = new Sidecars({ documents, config });
  const sidecarWatch = new SidecarWatch(sidecars, notifications, log.with({ room: 'sidecars' }));
  opened.add(() => sidecarWatch.stop());
  const defaultCollectors = new DefaultCollectors(
    documents,
    options.host,
    () => sidecars.changed(),
    log.with({ room: 'sidecars' }),
  );
  opened.add(() => defaultCollectors.stop());
  const snapshots = openSnapshots({ documents, auth, metrics, log }, opened);
  const jobs = new SystemJobs(nodeId, Date.now, new JobHistory(documents, log));
  opened.add(() => jobs.close());
  const context: ServerContext = {
    options,
    documents,
    nodeId,
    clusterId: base.clusterId,
    config,
    auth,
    notifications,
    systemMessages,
    ...stored,
    ...alerting,
    address: () => address,
    log,
    ownLog: log,
    startedAt: Date.now(),
    store,
    threadDumps: new ThreadDumps({ nodeId, eventLoop, search, store, jobs }),
    startedIn,
    traffic,
    metrics,
    intake,
    outputs,
    lookup,
    pipelines: pipelines.engine,
    alerts,
    sidecars,
    search,
    snapshots,
    jobs,
    stop,
  };
  ready('Intake, searches and alerts');

  const { app, provisioning } = await openInterface(
    { context, throughput, figures, eventLoop, storeFailure, pages: builtDirectory(), log },
    opened,
  );
  address = await listen(app, options);
  // HTTP and the inputs are closed concurrently. After that, neither requests nor messages arrive, so the parts that
  // were opened earlier can be closed.
  opened.add(() => Promise.all([closeHttp(app), intake.stop()]));
  ready('Interface');
  await outputs.start();
  ready('Outputs');
  await eventNotifications.start();
  ready('Notifications');
  await intake.start();
  ready('Inputs');
  await defaultCollectors.start();
  sidecars.changed();
  sidecarWatch.start();
  await alerts.start();
  ready('Event definitions');
  await provisioning.start();
  opened.add(() => provisioning.stop());
  started = true;
  // Inputs that stop together with the server cause no notification.
  opened.add(() => (started = false));
  opened.add(() => stored.processing.ending());
  await noteRunningInputs(notifications, intake.inputs);
  ownLog.into(intake.createInternalSource());
  opened.add(() => ownLog.stop());
  const control = await BackupControl.open({
    directory: options.data,
    nodeId,
    documents,
    store,
    log: log.with({ room: 'backup' }),
  });
  opened.add(() => control.close());
  opened.every(sessionSweepMs, () => auth.sessions.sweep());
  await systemMessages.say('Server', `Log Console ${version} has started.`);
  void filling.watch();
  log.info('Server started', { url: address, data: options.data, node: nodeId, version });
  return { url: address, generatedPassword: base.generatedPassword, close: () => opened.close() };
}

/**
 * Starts the server, or a proxy to another server.
 * @param stop called by the API call that ends the server
 * @throws StartError, DataDirectoryError with one line that names the reason and the remedy
 */
export function startServer(options: ServerOptions, log: RootLog, stop: () => void): Promise<RunningServer> {
  return options.server === undefined ? startEmbedded(options, log, stop) : startProxy(options, options.server, log);
}
