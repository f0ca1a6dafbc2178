/**
 * Manages all outputs of the server. Each output sends the messages of its streams. When a message is stored, it is
 * queued on disk for the output, unless the queue is full. It remains in the queue until the receiver has accepted or
 * finally refused it.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputState } from '../../../api/contract/outputs.schema.js';
import type { Metric } from '../../../api/contract/system.schema.js';
import { entityCollection } from '../documents/kinds.js';
import { numberOr } from '../foundation/attributes.js';
import { streamCollection, type StreamDocument } from '../intake/route/streams.js';
import type { Log } from '../log/log.js';
import { gauge } from '../metrics/metrics.js';
import type { EgressGuard } from '../outgoing/egress-guard.js';
import { makeDirectory } from '../store/data-directory.js';
import { isBefore } from '../store/journal-format.js';
import { JournalThread } from '../store/journal-writer.js';
import { decodeMessage, type AcceptedMessage } from '../store/record.js';
import type { Collection, Documents, JournalPlace, JournalReading, StoredRecord } from '../store/types.js';
import { eventStreamIds } from '../documents/event-documents.js';
import { Feed } from './feed.js';
import { OutputQueue } from './output-queue.js';
import { outputTypesById, queueLimits } from './types/index.js';
import { RunningOutput, type OutputSettings } from './running-output.js';
import { UnopenedOutput, type OutputFigures } from './unopened-output.js';

export interface OutputDocument {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly creator_user_id: string;
  /** Creation time, ISO 8601 in UTC. */
  readonly created_at: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly content_pack: string | null;
}

export type MessageOutput = RunningOutput<AcceptedMessage>;

export interface OutputsOptions {
  readonly documents: Documents;
  /** Path of the data directory. */
  readonly directory: string;
  readonly log: Log;
  readonly egress: EgressGuard;
  /** Journal of the store, from which the queues are fed; absent: messages come from calls of `take` only. */
  readonly journal?: JournalReading;
  /** Returns the present time in epoch milliseconds. */
  readonly now?: () => number;
  /** Milliseconds after which a queue that could not be opened is tried again. */
  readonly reopenMs?: number;
}

const usualRetryMs = 1_000;
const usualBatch = 500;
const usualReopenMs = 60_000;
/** Interval in milliseconds at which queues that could not be written are tried again. */
const recoveryMs = 1_000;

export class Outputs {
  readonly #stored: Collection<OutputDocument>;
  readonly #streams: Collection<StreamDocument>;
  readonly #running = new Map<string, MessageOutput>();
  /** Outputs whose queues cannot be opened. */
  readonly #unopened = new Map<string, UnopenedOutput>();
  /** Promises of the last step of each output, by id: starting, changing and ending an output run one after another. */
  readonly #turns = new Map<string, Promise<void>>();
  /** Worker thread for the journals of the queues; started with the first output. */
  #thread: JournalThread | undefined;
  readonly #now: () => number;
  #destinations: ReadonlyMap<string, readonly (MessageOutput | UnopenedOutput)[]> = new Map();
  /** List of streams from which `#destinations` was computed; any change of a stream creates a new list. */
  #known: readonly StreamDocument[] | undefined;
  readonly #feed: Feed<MessageOutput>;
  #recovery: NodeJS.Timeout | undefined;

  constructor(private readonly options: OutputsOptions) {
    this.#stored = entityCollection<OutputDocument>(options.documents, 'output');
    this.#streams = streamCollection(options.documents);
    this.#now = options.now ?? Date.now;
    this.#feed = new Feed({
      outputsOf: (message) => this.#outputsOf(message),
      running: () => this.#running.values(),
      now: this.#now,
    });
  }

  get #directory(): string {
    return join(this.options.directory, 'outputs');
  }

  /** Returns the delivery statistics of an output; undefined: it is starting or does not exist. */
  figures(id: string): OutputFigures | undefined {
    return this.#running.get(id) ?? this.#unopened.get(id);
  }

  *allFigures(): Iterable<OutputFigures> {
    yield* this.#running.values();
    yield* this.#unopened.values();
  }

  document(id: string): OutputDocument | undefined {
    return this.#stored.get(id);
  }

  /** Returns the streams to which an output is assigned. */
  streamsOf(id: string): readonly StreamDocument[] {
    return this.#streams.all().filter(({ outputs }) => outputs.includes(id));
  }

  /**
   * Starts all outputs, queues the messages that they lack since a crash of the server, and removes the queues of
   * deleted outputs. Afterwards, newly stored messages are queued.
   */
  async start(): Promise<void> {
    await makeDirectory(this.#directory);
    const known = new Set(this.#stored.all().map(({ id }) => id));
    for (const name of await readdir(this.#directory)) {
      if (/^[0-9a-f]{24}$/.test(name) && !known.has(name)) await this.#removeQueue(name);
    }
    for (const id of known)
      await this.restart(id).catch((error: unknown) =>
        this.options.log.error('An output could not be started', { output: id, error }),
      );
    const { journal, log } = this.options;
    if (!journal) return;
    const until = journal.end;
    journal.listen((record) => this.take(record));
    try {
      const count = await this.#feed.catchUp(journal, until);
      if (count > 0) log.info('Messages that the end of the server had kept from outputs are queued', { count });
    } catch (error) {
      log.error('The journal could not be read for the outputs: some messages may not be sent', { error });
    }
    for (const output of this.#running.values()) if (!this.#feed.isBehind(output)) output.queue.advance(until);
    journal.keep(() => this.#leastFed());
    this.#recovery = setInterval(() => {
      this.#feed
        .recover(journal)
        .catch((error: unknown) => log.error('The journal could not be read for the outputs', { error }));
    }, recoveryMs).unref();
  }

  /**
   * Starts an output, or restarts it with the present configuration; queued messages are kept. An output whose queue
   * cannot be opened reports this and is tried again.
   */
  restart(id: string): Promise<void> {
    return this.#next(id, async () => {
      const document = this.#stored.get(id);
      const running = this.#running.get(id);
      if (document && running) await running.restart(this.#settingsOf(document));
      else if (document) await this.#begin(document);
    });
  }

  /** Ends an output, removes its queue, and removes the output from every stream. */
  forget(id: string): Promise<void> {
    this.#unopened.get(id)?.stop();
    return this.#next(id, async () => {
      this.#unopened.get(id)?.stop();
      for (const stream of this.#streams.all()) {
        if (!stream.outputs.includes(id)) continue;
        const without = (old: StreamDocument) => ({ ...old, outputs: old.outputs.filter((one) => one !== id) });
        await this.#streams.update(stream.id, without);
      }
      await this.#end(id);
      try {
        await this.#removeQueue(id);
      } catch (error) {
        // The output could not be deleted, so it is started again and continues to report its state.
        const document = this.#stored.get(id);
        if (document) await this.#begin(document);
        throw error;
      }
    });
  }

  /** Takes a record that the store has just written to disk, and queues its messages in the background. */
  take(record: StoredRecord): void {
    this.#feed.take(record);
  }

  /**
   * Returns the running outputs of the streams of a message, each once. An event has no outputs, because events are not
   * sent to outputs. If the queue of an output cannot be opened, the message is counted as skipped for this output.
   */
  #outputsOf({ streams }: AcceptedMessage): Iterable<MessageOutput> {
    const destinations = this.#current();
    if (destinations.size === 0 || streams.some((id) => eventStreamIds.includes(id))) return [];
    const outputs = new Set<MessageOutput>();
    const unopened = new Set<UnopenedOutput>();
    for (const stream of streams)
      for (const output of destinations.get(stream) ?? [])
        if (output instanceof UnopenedOutput) unopened.add(output);
        else outputs.add(output);
    for (const { queue } of unopened) queue.dropped += 1;
    return outputs;
  }

  /** Returns the earliest journal position up to which a queue was fed; undefined: no queue needs the journal. */
  #leastFed(): JournalPlace | undefined {
    let least: JournalPlace | undefined;
    for (const { queue } of this.#running.values())
      if (queue.fed && (!least || isBefore(queue.fed, least))) least = queue.fed;
    return least;
  }

  /** Stops all outputs. Accepted messages are on disk when the promise resolves. */
  async stop(): Promise<void> {
    clearInterval(this.#recovery);
    await this.#feed.settled();
    const least = this.#leastFed();
    this.options.journal?.keep(() => least);
    await Promise.all(
      [...this.#running.keys(), ...this.#unopened.keys()].map((id) => this.#next(id, () => this.#end(id))),
    );
    await this.#thread?.close();
  }

  *metrics(): Iterable<Metric> {
    for (const { id, queue, sent, refused, retries, oldest } of this.allFigures()) {
      const figures = {
        'waiting-messages': queue.waitingMessages,
        'waiting-bytes': queue.waitingBytes,
        'oldest-ms': oldest === undefined ? 0 : Math.max(0, this.#now() - oldest),
        sent,
        refused,
        dropped: queue.dropped,
        retries,
      };
      for (const [name, value] of Object.entries(figures)) yield gauge(`log-console.outputs.${id}.${name}`, value);
    }
  }

  #current(): ReadonlyMap<string, readonly (MessageOutput | UnopenedOutput)[]> {
    const streams = this.#streams.all();
    if (streams === this.#known) return this.#destinations;
    this.#known = streams;
    this.#destinations = new Map(
      streams.flatMap(({ id, outputs }) => {
        const known = outputs.flatMap((output) => this.#running.get(output) ?? this.#unopened.get(output) ?? []);
        return known.length > 0 ? [[id, known] as const] : [];
      }),
    );
    return this.#destinations;
  }

  #settingsOf({ id, type, configuration }: OutputDocument): OutputSettings<AcceptedMessage> {
    const known = outputTypesById.get(type);
    return {
      sender: async () => {
        if (!known) throw new Error(`This server has no outputs of type ${type}.`);
        const url = known.url?.(configuration) ?? '';
        return known.sender(configuration, {
          directory: join(this.options.directory, 'output-files', id),
          open: () => this.options.egress.open(url),
        });
      },
      retryMs: numberOr(configuration, 'reconnect_delay', usualRetryMs),
      limits: queueLimits(configuration),
      batchMessages: known?.batch?.(configuration) ?? usualBatch,
    };
  }

  #next(id: string, step: () => Promise<void>): Promise<void> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).catch(() => undefined).then(step);
    this.#turns.set(id, turn);
    return turn;
  }

  async #begin(document: OutputDocument): Promise<void> {
    const { id } = document;
    const settings = this.#settingsOf(document);
    const log = this.options.log.with({ output: id });
    const queue = await this.#openQueue(id, settings, log);
    if (!queue) return;
    const onState = (state: OutputState, detail: string | undefined): void => {
      if (state === 'FAILING') log.warn(`Output: ${detail ?? ''}`, { state });
      else log.info('Output is sending again', { state });
    };
    const output = new RunningOutput({ id, queue, onState, now: this.#now }, settings);
    this.#running.set(id, output);
    this.#known = undefined;
    output.start();
  }

  /** Opens the queue of an output; undefined: the queue cannot be opened at present, which is reported and retried. */
  async #openQueue(
    id: string,
    { limits }: OutputSettings<AcceptedMessage>,
    log: Log,
  ): Promise<OutputQueue<AcceptedMessage> | undefined> {
    const before = this.#unopened.get(id);
    try {
      const queue = await OutputQueue.open({
        decode: decodeMessage,
        directory: join(this.#directory, id),
        limits,
        thread: (this.#thread ??= new JournalThread()),
        onDamage: (path, offset) => log.warn('The queue of an output has a torn record', { path, offset }),
        onFailure: (error) =>
          error
            ? log.error('The queue of an output cannot be written', { error })
            : log.info('The queue of an output can be written again'),
      });
      queue.drop(before?.queue.dropped ?? 0);
      // A new queue, and a queue that can be opened again, gets only messages after the present end of the journal. A
      // stored position after the end of the journal belongs to another journal, so it is replaced, too.
      const end = this.options.journal?.end;
      if (end && (!queue.fed || isBefore(end, queue.fed) || before)) queue.setFed(end);
      if (before) log.info('The queue of an output can be opened again');
      this.#forgetUnopened(id);
      return queue;
    } catch (error) {
      const unopened = before ?? new UnopenedOutput(id, () => void this.restart(id));
      this.#unopened.set(id, unopened);
      this.#known = undefined;
      if (unopened.failed(error, this.#now(), this.options.reopenMs ?? usualReopenMs))
        log.error('An output could not be started: its queue cannot be opened', { error });
      return undefined;
    }
  }

  #forgetUnopened(id: string): void {
    this.#unopened.get(id)?.stop();
    this.#unopened.delete(id);
    this.#known = undefined;
  }

  async #end(id: string): Promise<void> {
    this.#forgetUnopened(id);
    const output = this.#running.get(id);
    if (!output) return;
    this.#running.delete(id);
    this.#known = undefined;
    await output.stop();
    // Messages that were taken for the output before its end are written to its queue.
    await this.#feed.settled();
    await output.queue.close();
  }

  async #removeQueue(id: string): Promise<void> {
    await rm(join(this.#directory, id), { recursive: true, force: true });
  }
}
