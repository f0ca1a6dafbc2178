/**
 * Opens the pipelines, the intake of messages, and the counters of traffic; the states of inputs become notifications.
 */
import type { GeoResolver } from '../lookup/geo/geo-resolver.js';
import { Traffic } from '../health/traffic.js';
import { createIntake, type Intake } from '../intake/index.js';
import type { RootLog } from '../log/log.js';
import { extractorTables } from '../lookup/consumers.js';
import type { Lookup } from '../lookup/lookup.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ServerOptions } from '../options/options.js';
import type { EgressGuard } from '../outgoing/egress-guard.js';
import { openPipelines, type OpenPipelines } from '../pipelines/open-pipelines.js';
import type { MessageStore } from '../store/types.js';
import { inputStateMessage, noteInputState, noteRunningInputs } from '../system-notifications/input-notifications.js';
import type { DocumentsRoom } from './open-documents.js';
import type { Opened } from './opened.js';

export interface IntakeNeeds extends DocumentsRoom {
  readonly options: ServerOptions;
  readonly store: MessageStore;
  readonly egress: EgressGuard;
  readonly lookup: Lookup;
  readonly geo: GeoResolver;
  readonly metrics: Metrics;
  readonly log: RootLog;
  /** Tells whether all inputs were started; running inputs are counted only then. */
  readonly isStarted: () => boolean;
}

export interface IntakeRoom {
  readonly pipelines: OpenPipelines;
  readonly intake: Intake;
  readonly traffic: Traffic;
}

export async function openIntake(needs: IntakeNeeds, opened: Opened): Promise<IntakeRoom> {
  const { options, store, egress, lookup, geo, metrics, log, isStarted } = needs;
  const { documents, nodeId, config, auth, notifications, systemMessages } = needs;
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
  opened.add(() => pipelines.close());
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
      const note = async () => {
        await noteInputState(notifications, input, document);
        if (isStarted()) await noteRunningInputs(notifications, intake.inputs);
      };
      const message = inputStateMessage(input, document);
      if (message !== undefined) void systemMessages.say('Inputs', message);
      note().catch((error: unknown) => log.error('A notification could not be stored', { error }));
    },
  });
  metrics.provide(() => intake.metrics());
  const traffic = new Traffic({
    documents,
    totals: () => {
      const { appended, appendedBytes, loadedBytes } = store.journal;
      return { input: intake.receivedBytes(), decoded: appendedBytes, output: loadedBytes, messages: appended };
    },
    onError: (error) => log.error('The traffic could not be stored', { error }),
  });
  opened.add(() => traffic.close());
  return { pipelines, intake, traffic };
}
