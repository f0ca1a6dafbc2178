/**
 * Exports the public interface of the intake: inputs receive and decode messages, route them into streams and hand them
 * to the store.
 */
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { serverLogInputId } from '../../../api/contract/inputs.js';
import type { Metric } from '../../../api/contract/system.schema.js';
import type { SecretBox } from '../auth/secret-box.js';
import type { Log, LogEntry } from '../log/log.js';
import { bufferMetrics } from '../metrics/metrics.js';
import { EgressGuard } from '../outgoing/egress-guard.js';
import type { Documents, IncomingMessage, MessageSink } from '../store/types.js';
import { Appender, type AppendLimits } from './appender.js';
import { newFields } from './decode/decoded.js';
import { setField } from './decode/field-names.js';
import type { LookupTables } from './extractors/extraction.js';
import { fieldValue } from './decode/field-values.js';
import { inputMetrics, streamMetrics } from './inputs/input-metrics.js';
import type { InputDocument } from './inputs/input-document.js';
import { ConfigurationError, Inputs } from './inputs/inputs.js';
import { pipelinesOf, usualProcessing, type Processing, type RunPipelines } from './processing.js';
import { ReadableFiles } from './files/readable-files.js';
import { Router } from './route/router.js';
import type { RunningInput } from './inputs/running-input.js';
import { ensureSystemStreams, streamCollection } from './route/streams.js';

export { UnknownInputError, type InputDocument } from './inputs/input-document.js';
export { ConfigurationError, Inputs } from './inputs/inputs.js';
export { masked } from './types/configuration.js';
export { DecodeFailure } from './decode/decoded.js';
export { codecTypes } from './types/codec-types.js';
export { codecs } from './types/decoders.js';
export { TrialError, tryInput } from './try/input-trial.js';
export { defaultStreamId, isProtected, streamCollection, type StreamDocument } from './route/streams.js';
export type { ExtractorDocument } from './inputs/running-extractor.js';
export { trialExtractors } from './inputs/trial-extractors.js';
export type { InputCounters } from './inputs/input-counters.js';
export type { RunningInput } from './inputs/running-input.js';

export interface IntakeOptions {
  readonly documents: Documents;
  readonly sink: MessageSink;
  /** Encrypts the secret attributes of inputs; absent: storing secrets is refused. */
  readonly secrets?: Pick<SecretBox, 'seal' | 'open'>;
  /** Guard of the inputs' outgoing HTTP requests; absent: the inputs may send none. */
  readonly egress?: EgressGuard;
  /** Adds geographical fields for the IP addresses of a message; absent: no GeoIP database is configured. */
  readonly locate?: (message: IncomingMessage) => void;
  /** Lookup tables for extractors; absent: no tables exist. */
  readonly tables?: LookupTables;
  /** Returns the order of the processing steps; absent: the default order. */
  readonly processing?: () => Processing;
  /** Runs pipelines over messages; absent: no pipelines exist. */
  readonly pipelines?: RunPipelines;
  readonly nodeId: string;
  readonly log: Log;
  /** True (default): the first start creates the default inputs; `--no-inputs` disables this. */
  readonly inputs?: boolean;
  /** Files to follow, directories of such files, and globs of their names (`--follow`). */
  readonly follow?: readonly string[];
  /** Directories from which inputs that users launch may read files. */
  readonly fileRoots?: readonly string[];
  /** The server's own data directory, which inputs that users launch may not read. */
  readonly data?: string;
  /** True (default): the log formats of followed files are recognised; `--no-recognise` disables this. */
  readonly recognise?: boolean;
  /**
   * Regular expression of the first line of a message in followed files (`--message-begins`); other lines continue the
   * message before.
   */
  readonly messageBegins?: string | undefined;
  /** Called at each change of an input's state, for notifications; `input` is undefined if the input was deleted. */
  readonly onInputState?: (state: RunningInput, input: InputDocument | undefined) => void;
  readonly limits?: AppendLimits;
  /** Returns the present time in epoch milliseconds. */
  readonly now?: () => number;
}

/** Receives the server's own log entries as messages, through an input named `Server log`. */
export interface InternalSource {
  /**
   * Accepts an entry without waiting or failing. The entry is ignored when the input does not run, and counted as
   * dropped while the store is behind.
   */
  take(entry: LogEntry): void;
}

export interface Intake {
  readonly inputs: Inputs;
  /** Opens the inputs. Resolves when every input that should run is running or has failed; failures do not reject. */
  start(): Promise<void>;
  /** Stops the inputs. Resolves when all accepted messages are durable, but waits for this at most five seconds. */
  stop(): Promise<void>;
  /** Resolves when the messages that were received before the call are durable, or were refused. */
  submitted(): Promise<void>;
  /**
   * Returns the size as received, in bytes, of all messages that were processed without an error since the start,
   * including messages that pipelines dropped.
   */
  receivedBytes(): number;
  /** Returns the ids of the streams that a message goes into; never empty. */
  routeMessage(message: IncomingMessage): string[];
  /** Adds geographical fields for the message's IP addresses, as the GeoIP resolver is configured. */
  locateMessage(message: IncomingMessage): void;
  createInternalSource(): InternalSource;
  metrics(): Iterable<Metric>;
}

const tickMs = 1_000;
/** Interval in milliseconds between two searches for new files of `--follow`. */
const lookMs = 2_000;
const stopMs = 5_000;
const levels = { debug: 7, info: 6, warn: 4, error: 3 };

function internalSource(inputs: Inputs): InternalSource {
  return {
    take: ({ time, level, message, details }) => {
      const running = inputs.running(serverLogInputId);
      const receiver = running?.receiver;
      if (!receiver) return;
      receiver.counters.received.mark(1);
      if (receiver.pressure !== 'open') {
        receiver.counters.dropped += 1;
        return;
      }
      const fields = newFields();
      fields['level'] = levels[level];
      fields['facility'] = 'log-console';
      for (const [name, detail] of Object.entries(details)) {
        const value = fieldValue(detail);
        if (value !== undefined) setField(fields, name, value);
      }
      const incoming = receiver.message({ timestamp: time, source: hostname(), message, fields }, undefined, time);
      void receiver.submit([incoming], message.length).catch(() => undefined);
    },
  };
}

const refuse = (): Promise<never> => Promise.reject(new ConfigurationError('No secrets can be stored here.'));
const noSecrets = { seal: refuse, open: refuse };

/** Creates the intake and missing system streams; `start` opens the inputs. */
export async function createIntake(options: IntakeOptions): Promise<Intake> {
  const { documents, sink, nodeId, log, onInputState } = options;
  const now = options.now ?? Date.now;
  await ensureSystemStreams(documents, now());
  const router = new Router(streamCollection(documents));
  const steps = options.processing ?? (() => usualProcessing);
  const appender = new Appender(
    sink,
    options.limits,
    (messages) => router.count(messages),
    options.pipelines && pipelinesOf(options.pipelines, steps),
  );
  const inputs = new Inputs({
    documents,
    nodeId,
    log,
    secrets: options.secrets ?? noSecrets,
    rooms: {
      egress: options.egress ?? new EgressGuard(async () => false),
      appender,
      readable: new ReadableFiles(options.fileRoots ?? [], options.data),
      ...(options.tables && { tables: options.tables }),
      ...(options.locate && { locate: options.locate }),
      route: router.route,
      ...(options.processing && { processing: options.processing }),
      onDefect: (error) => log.error('A message could not be read', { error }),
      now,
      onRecognised: ({ title }, source, format) => log.info(`Recognised: ${format} (${source})`, { input: title }),
    },
    onState: (input, document) => {
      const about = { input: document?.title ?? input.id, state: input.state };
      if (input.state === 'FAILED' || input.state === 'FAILING') log.warn(`Input: ${input.detail ?? ''}`, about);
      else if (input.state === 'RUNNING') log.info('Input is running', { ...about, ...input.listening });
      onInputState?.(input, document);
    },
  });
  let ticker: NodeJS.Timeout | undefined;
  const { follow = [], recognise = true, messageBegins } = options;
  const lines = {
    recognise_formats: recognise,
    lines_together: messageBegins === undefined ? 'AUTOMATIC' : 'BEGINS',
    lines_pattern: messageBegins ?? '',
  };
  const ended = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  const lookForFiles = async () => {
    while (!ended.signal.aborted) {
      await pause(lookMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
      if (ended.signal.aborted) return;
      await inputs
        .followNew(follow, lines)
        .catch((error: unknown) => log.error('The search for files failed', { error }));
    }
  };
  const tick = () => {
    router.tick();
    for (const { counters, extractors } of inputs.runningInputs()) {
      counters.tick();
      extractors.tick();
    }
  };
  return {
    inputs,
    start: async () => {
      ticker = setInterval(tick, tickMs);
      ticker.unref();
      await inputs.startAll(options.inputs ?? true, follow, lines);
      if (follow.length > 0) looking = lookForFiles();
    },
    stop: async () => {
      clearInterval(ticker);
      ended.abort();
      await looking;
      const settled = inputs.stopAll().then(() => appender.drained());
      await Promise.race([settled, new Promise<void>((resolve) => setTimeout(resolve, stopMs).unref())]);
    },
    submitted: () => appender.submitted(),
    receivedBytes: () => appender.receivedBytes,
    routeMessage: router.route,
    locateMessage: (message) => options.locate?.(message),
    createInternalSource: () => internalSource(inputs),
    metrics: function* () {
      for (const input of inputs.all()) {
        const running = inputs.running(input.id);
        if (running) yield* inputMetrics(input.type, input.id, running.counters);
      }
      yield* streamMetrics(router.rates());
      yield* bufferMetrics('input', appender.load);
    },
  };
}
