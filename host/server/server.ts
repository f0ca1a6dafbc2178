/** Opens the rooms in order, listens, and closes them in the opposite order. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listProvisioned } from '../../api/contract/provisioning.js';
import { endpoints } from '../../api/contract/index.js';
import { Alerts } from './alerts/alerts.js';
import { ensureEventIndexSets } from './alerts/event-index-sets.js';
import { EventNotifications } from './alerts/notifications/event-notifications.js';
import { Suppression } from './alerts/states/suppression.js';
import { MailSettings } from './alerts/notifications/mail/mail-settings.js';
import { Mailer } from './alerts/notifications/mail/mailer.js';
import { guestAccess } from './embed/guest-access.js';
import { apiPrefix, mountApi } from './http/api.js';
import { BackupControl } from './backup/control.js';
import { Auth } from './auth/auth.js';
import { ClusterConfigs } from './cluster-config.js';
import type { ServerContext } from './context.js';
import { GrokPatterns } from './entities/grok-patterns.js';
import { DatagramNotice } from './system-notifications/datagram-notice.js';
import { DiskFillingNotice } from './system-notifications/disk-filling-notice.js';
import { EventLoop } from './metrics/event-loop.js';
import { defaultSetId } from './entities/index-sets.js';
import { IndexGrowth } from './entities/index-growth.js';
import { firstStart } from './first-start.js';
import { createHttp } from './http/http.js';
import { createIntake, streamCollection } from './intake/index.js';
import { packCollection, packHead } from './content-packs/packs.js';
import { searchHead, Searches } from './entities/searches.js';
import { viewHead } from './entities/views.js';
import { HealthChecks } from './health/health.js';
import { identities } from './identities.js';
import { JobHistory } from './jobs/job-history.js';
import { closeHttp, listen } from './http/listening.js';
import type { RootLog } from './log/log.js';
import {
  eventLoopMetrics,
  Metrics,
  searchMetrics,
  serverMetrics,
  Throughput,
  wordsMetrics,
} from './metrics/metrics.js';
import { inputStateMessage, noteInputState, noteRunningInputs } from './system-notifications/input-notifications.js';
import { SystemNotifications } from './system-notifications/notifications.js';
import { checkOpenFiles } from './store/open-files.js';
import type { ServerOptions } from './options/options.js';
import { OutputNotices } from './system-notifications/output-notifications.js';
import { Outputs } from './outputs/outputs.js';
import { takeInOwnLog } from './intake/inputs/own-log.js';
import { mountPlugins } from './plugins/mount-plugins.js';
import { mountProbes } from './health/probes.js';
import { ProcessMetrics } from './metrics/process-metrics.js';
import { Processing } from './health/processing.js';
import { mountProxy } from './http/proxy.js';
import { Provisioning } from './provision/provisioning.js';
import { registerRoutes } from './routes/index.js';
import { createSearchEngine, decoratorTypes, startWaitMs } from './search/index.js';
import { installDefaultCollectors } from './sidecars/default-collectors.js';
import { mountOpamp } from './sidecars/opamp/mount-opamp.js';
import { Sidecars } from './sidecars/sidecars.js';
import { SidecarWatch } from './sidecars/watch.js';
import { startTimes } from './health/start-times.js';
import { mountPages } from './http/static.js';
import {
  DiskFullNotice,
  DocumentsMendedNotice,
  UnreadableDocumentsNotice,
  JournalFillingNotice,
  noteUnreadableIndex,
  storeFailureText,
} from './system-notifications/store-notifications.js';
import { isDiskFull, openDocuments, openStore, type UnreadableIndex } from './store/index.js';
import { keepPrivate } from './store/data-directory.js';
import { checkLayout, layoutFile, writeLayout } from './store/layout.js';
import { defaultLimits } from './store/store-limits.js';
import { SystemJobs } from './jobs/system-jobs.js';
import { WideMessagesNotice } from './system-notifications/wide-messages-notice.js';
import { indexChangeText, SystemMessages } from './system-notifications/system-messages.js';
import { ThreadDumps } from './health/thread-dump.js';
import { Traffic } from './health/traffic.js';
import { EgressGuard } from './outgoing/egress-guard.js';
import { ReadableFiles } from './intake/files/readable-files.js';
import { extractorTables, lookupDecorator, lookUpText } from './lookup/consumers.js';
import { GeoResolver } from './lookup/geo/geo-resolver.js';
import { openLookup } from './lookup/open-lookup.js';
import { openPipelines } from './pipelines/open-pipelines.js';
import { pipelineDecorator } from './pipelines/decorator.js';
import { lookupArchives } from './lookup/stored/documents.js';
import { isUrlAllowed } from './outgoing/url-allow-list.js';
import { version } from './foundation/version.js';

export interface RunningServer {
  /** Address with a slash at the end. */
  readonly url: string;
  /** The administrator's password if this start generated it; returned once. */
  readonly generatedPassword: string | undefined;
  close(): Promise<void>;
}

const sessionSweepMs = 10 * 60_000;
const healthNoteMs = 10_000;
const noticeMs = 1_000;
const searchSweepMs = 60 * 60_000;

/** Page and elements beside the built server, or in the repository's `dist` when it runs from its sources. */
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
  const ownLog = takeInOwnLog(log);
  /** In the order in which they are undone: the last opened first. */
  const closers: (() => unknown)[] = [];
  let started = false;
  const { startedIn, ready } = startTimes();
  async function close(): Promise<void> {
    for (const closer of closers.splice(0)) {
      try {
        await closer();
      } catch (error) {
        log.error('Closing failed', { error });
      }
    }
  }
  try {
    await checkLayout(options.data);
    await keepPrivate(options.data, existsSync(join(options.data, layoutFile)));
    await checkOpenFiles(options.data);
    let diskFull: DiskFullNotice | undefined;
    let storeFailure: string | undefined;
    const mended = new DocumentsMendedNotice(log.with({ room: 'store' }));
    const unreadableDocuments = new UnreadableDocumentsNotice(log.with({ room: 'store' }));
    const documents = await openDocuments({
      directory: options.data,
      archives: { searches: searchHead, views: viewHead, [packCollection]: packHead, ...lookupArchives },
      onTakenBack: (count) =>
        log.warn('Work that a crash had cut short was taken back', { room: 'store', documents: count }),
      onFailure: (failure) => diskFull?.note('documents', failure !== undefined),
      onMended: (blocks) => mended.note(blocks),
      onUnreadable: (document) => unreadableDocuments.note(document),
    });
    closers.unshift(() => documents.close());
    ready('Documents');
    const { node_id: nodeId, cluster_id: clusterId } = await identities(documents);
    const config = new ClusterConfigs(documents, clusterId);
    const auth = new Auth(documents, config, {
      data: options.data,
      trustProxy: options.trustProxy,
      log: log.with({ room: 'authentication' }),
    });
    closers.unshift(() => auth.sessions.sweep());
    await auth.devices.open();
    const generatedPassword = await firstStart(documents, auth, options.adminPassword);
    await new GrokPatterns(documents).installDefaults();

    ready('Authentication');
    const notifications = new SystemNotifications(documents, nodeId);
    mended.tellBy(notifications);
    unreadableDocuments.tellBy(notifications);
    const disk = (diskFull = new DiskFullNotice(notifications, options.data, log));
    const unreadable: UnreadableIndex[] = [];
    const systemMessages = new SystemMessages(documents, nodeId, (error) =>
      log.error('A system message could not be stored', { error }),
    );
    await ensureEventIndexSets(documents, Date.now());
    let titleOfInput: (id: string) => string | undefined = () => undefined;
    const wideMessages = new WideMessagesNotice({
      notifications,
      titleOf: (id) => titleOfInput(id),
    });
    const store = await openStore({
      directory: options.data,
      documents,
      nodeId,
      log: log.with({ room: 'store' }),
      isJournalRead: true,
      onUnreadable: (index) => unreadable.push(index),
      onFailure: (failure) => {
        storeFailure = failure === undefined ? undefined : storeFailureText(failure);
        disk.note('messages', isDiskFull(failure));
      },
      setOf: (stream) => streamCollection(documents).get(stream)?.index_set_id,
      onWide: (index, messages) => wideMessages.note(index, messages),
      onIndexChange: (change) => void systemMessages.say('Indices', indexChangeText(change)),
    });
    closers.unshift(() => store.close());
    await writeLayout(options.data);
    ready('Message store');
    const processing = new Processing({
      documents,
      store,
      nodeId,
      systemMessages,
      onError: (error) => log.error('The state of processing could not be stored', { error }),
    });
    closers.unshift(() => processing.close());
    await processing.store();
    const eventLoop = new EventLoop();
    closers.unshift(() => eventLoop.stop());
    for (const index of unreadable) await noteUnreadableIndex(notifications, index);

    const growth = new IndexGrowth(store, documents);
    const filling = new DiskFillingNotice({
      notifications,
      directory: options.data,
      log,
      state: () => growth.of(defaultSetId(documents)),
    });
    closers.unshift(() => filling.stop());

    const throughput = new Throughput(store);
    closers.unshift(() => throughput.stop());
    const metrics = new Metrics();
    metrics.provide(() => serverMetrics(store, throughput));
    const logTicker = setInterval(() => log.tick(), 1000).unref();
    closers.unshift(() => clearInterval(logTicker));
    metrics.provide(() => log.metrics());
    metrics.provide(() => auth.embedTokens.metrics());
    const figures = new ProcessMetrics();
    closers.unshift(() => figures.stop());
    metrics.provide(() => figures.metrics());
    metrics.provide(() => eventLoopMetrics(eventLoop.figures));

    const egress = new EgressGuard((url) => isUrlAllowed(config.get('allowList'), url));
    const readable = new ReadableFiles(options.fileRoots, options.data);
    const lookup = await openLookup({
      documents,
      egress,
      files: readable,
      threat: () => config.get('threatIntel'),
      notifications,
      log: log.with({ room: 'lookup tables' }),
    });
    closers.unshift(() => lookup.close());
    const geo = new GeoResolver({
      config: () => config.get('geoIp'),
      files: readable,
      notifications,
      log: log.with({ room: 'geoip' }),
    });
    closers.unshift(() => geo.close());
    metrics.provide(() => lookup.metrics());
    const outputs = new Outputs({
      documents,
      directory: options.data,
      log: log.with({ room: 'outputs' }),
      egress,
      journal: store.journalReading,
    });
    closers.unshift(() => outputs.stop());
    metrics.provide(() => outputs.metrics());
    const notices: { readonly look: () => void }[] = [
      new OutputNotices({ notifications, outputs }),
      new JournalFillingNotice(notifications, store, log.with({ room: 'store' })),
    ];
    const noticer = setInterval(() => {
      for (const notice of notices) notice.look();
    }, noticeMs).unref();
    closers.unshift(() => clearInterval(noticer));
    const mail = new MailSettings(documents, auth.services.secrets, options.mailServer);
    const mailer = new Mailer(mail);
    const suppression = new Suppression(documents);
    const eventNotifications = new EventNotifications({
      documents,
      directory: options.data,
      secrets: auth.services.secrets,
      means: {
        mailer,
        egress,
        addressOf: (username) => auth.users.named(username)?.email || undefined,
        keepAlive: () => config.get('events').events_notification_tcp_keepalive,
        pagerDutyUrl: 'https://events.pagerduty.com/v2/enqueue',
      },
      notifications,
      log: log.with({ room: 'notifications' }),
      retryMs: () => config.get('events').events_notification_retry_period,
      isMuted: (event) => suppression.states.muteOf(event, Date.now()) !== undefined,
    });
    closers.unshift(() => eventNotifications.stop());
    metrics.provide(() => eventNotifications.metrics());
    const pipelines = openPipelines({
      documents,
      nodeId,
      log: log.with({ room: 'pipelines' }),
      notifications,
      lookups: lookup,
      inputs: {
        running: (id) =>
          intake.inputs.running(id)?.state === 'RUNNING' ? intake.inputs.all().find((one) => one.id === id) : undefined,
        all: () => intake.inputs.all(),
      },
      threatSources: () => {
        const {
          tor_enabled: tor,
          spamhaus_enabled: spamhaus,
          abusech_ransom_enabled: abuseCh,
          otx_enabled,
        } = config.get('threatIntel');
        return { tor, spamhaus, abuseCh, otx: otx_enabled !== false };
      },
    });
    closers.unshift(() => pipelines.close());
    metrics.provide(() => pipelines.engine.metrics());
    const intake = await createIntake({
      documents,
      sink: store,
      nodeId,
      secrets: auth.services.secrets,
      egress,
      processing: config.processing,
      pipelines: (messages) => pipelines.engine.process(messages),
      log: log.with({ room: 'intake' }),
      inputs: options.inputs,
      follow: options.follow,
      fileRoots: options.fileRoots,
      tables: extractorTables(lookup),
      locate: geo.apply,
      data: options.data,
      recognise: options.recognise,
      messageBegins: options.messageBegins,
      onInputState: (input, document) => {
        // Inputs are counted only after all of them were started.
        const note = async () => {
          await noteInputState(notifications, input, document);
          if (started) await noteRunningInputs(notifications, intake.inputs);
        };
        const said = inputStateMessage(input, document);
        if (said !== undefined) void systemMessages.say('Inputs', said);
        note().catch((error: unknown) => log.error('A notification could not be stored', { error }));
      },
    });
    metrics.provide(() => intake.metrics());
    titleOfInput = (id) => intake.inputs.all().find((one) => one.id === id)?.title;
    notices.push(new DatagramNotice({ notifications, inputs: intake.inputs }));
    const traffic = new Traffic({
      documents,
      totals: () => {
        const { appended, appendedBytes, loadedBytes } = store.journal;
        return { input: intake.receivedBytes(), decoded: appendedBytes, output: loadedBytes, messages: appended };
      },
      onError: (error) => log.error('The traffic could not be stored', { error }),
    });
    closers.unshift(() => traffic.close());
    const search = createSearchEngine({
      store,
      log: log.with({ room: 'search' }),
      settings: { queryTimeRangeLimit: () => config.get('searches').query_time_range_limit },
      allowLeadingWildcard: () => config.get('searches').allow_leading_wildcard_searches ?? true,
      lookUp: lookUpText(lookup),
    });
    closers.unshift(() => search.close());
    search.registerDecorator(decoratorTypes.lookupTable, lookupDecorator(lookup));
    search.registerDecorator(decoratorTypes.pipeline, pipelineDecorator(pipelines.engine));
    // While the rest starts: much of it is waiting for the disk.
    void search.warmUp();
    metrics.provide(() => searchMetrics(search.load, search.warmed));
    metrics.provide(() => wordsMetrics(store.words));
    const searches = new Searches(documents);
    const forgetter = setInterval(() => void searches.forgetOld(Date.now()), searchSweepMs);
    closers.unshift(() => clearInterval(forgetter.unref()));

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
    closers.unshift(() => alerts.stop());
    const sidecars = new Sidecars({ documents, config });
    const sidecarWatch = new SidecarWatch(sidecars, notifications, log.with({ room: 'sidecars' }));
    closers.unshift(() => sidecarWatch.stop());
    const jobs = new SystemJobs(nodeId, Date.now, new JobHistory(documents, log));
    closers.unshift(() => jobs.close());
    const threadDumps = new ThreadDumps({ nodeId, eventLoop, search, store, jobs });
    let address = '';
    const context: ServerContext = {
      options,
      address: () => address,
      log,
      ownLog: log,
      nodeId,
      clusterId,
      startedAt: Date.now(),
      documents,
      store,
      unreadable,
      processing,
      threadDumps,
      startedIn,
      growth,
      config,
      notifications,
      systemMessages,
      traffic,
      metrics,
      auth,
      intake,
      outputs,
      lookup,
      pipelines: pipelines.engine,
      alerts,
      suppression,
      mail,
      mailer,
      eventNotifications,
      sidecars,
      search,
      jobs,
      stop,
    };
    ready('Intake, searches and alerts');
    const registry = registerRoutes(context, throughput);
    const provisioning = new Provisioning({
      directory: options.provision,
      environment: process.env,
      registry,
      documents,
      log: log.with({ room: 'provisioning' }),
    });
    registry.serve(listProvisioned, {}, () => ({ objects: provisioning.objects() }));
    registry.complete(endpoints);

    const health = new HealthChecks({
      directory: options.data,
      store,
      intake,
      loop: () => eventLoop.figures,
      isPaused: () => !processing.isProcessing,
      limits: defaultLimits(),
      storeFailure: () => storeFailure,
    });
    const looker = setInterval(() => health.note(), healthNoteMs).unref();
    closers.unshift(() => clearInterval(looker));

    const httpLog = log.with({ room: 'http' });
    const app = await createHttp(options, httpLog);
    figures.watch(app, apiPrefix(options.basePath));
    mountApi(app, { registry, options, auth, log: httpLog, serveGuest: guestAccess({ auth, documents }) });
    mountProbes(app, { options, auth, metrics, health });
    closers.unshift(mountOpamp(app, { sidecars, auth, options, log: log.with({ room: 'sidecars' }) }));
    mountPlugins(app, options, httpLog);
    mountPages(app, options, builtDirectory(), (request) => auth.nameBySession(request));
    await search.warmUp(startWaitMs);
    address = await listen(app, options);
    // Side by side: nothing new comes in, neither calls nor messages.
    closers.unshift(() => Promise.all([closeHttp(app), intake.stop()]));

    ready('Interface');
    await outputs.start();
    ready('Outputs');
    await eventNotifications.start();
    ready('Notifications');
    await intake.start();
    ready('Inputs');
    await installDefaultCollectors(documents, options.host);
    sidecars.changed();
    sidecarWatch.start();
    await alerts.start();
    ready('Event definitions');
    await provisioning.start();
    closers.unshift(() => provisioning.stop());
    started = true;
    closers.unshift(() => processing.ending());
    await noteRunningInputs(notifications, intake.inputs);
    ownLog.into(intake.createInternalSource());
    closers.unshift(() => ownLog.stop());

    const control = await BackupControl.open({
      directory: options.data,
      nodeId,
      documents,
      store,
      log: log.with({ room: 'backup' }),
    });
    closers.unshift(() => control.close());

    const sweeper = setInterval(() => void auth.sessions.sweep(), sessionSweepMs).unref();
    closers.unshift(() => clearInterval(sweeper));
    await systemMessages.say('Server', `Log Console ${version} has started.`);
    void filling.watch();
    log.info('Server started', { url: address, data: options.data, node: nodeId, version });
    return { url: address, generatedPassword, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @param stop what a call that ends the server does
 * @throws StartError, DataDirectoryError with one line that says why and what to do
 */
export function startServer(options: ServerOptions, log: RootLog, stop: () => void): Promise<RunningServer> {
  return options.server === undefined ? startEmbedded(options, log, stop) : startProxy(options, options.server, log);
}
