/**
 * Fetches partitions that one broker leads, and reports the offsets that may be committed: every message before such an
 * offset is durable or was refused.
 */
import { intakeTurn } from '../../decode/intake-turn.js';
import type { IncomingMessage } from '../../../store/types.js';
import { DecodeFailure } from '../../decode/decoded.js';
import { plainAddress, type Receiver, type Remote } from '../receiver.js';
import { AbortedTransactions } from './aborted-transactions.js';
import { AnswerTooLarge, type BrokerConnection } from './broker-connection.js';
import { codes, KafkaError } from './errors.js';
import { batchesOf, batchHead, recordsOf, UnreadableHere, type Batch, type KafkaRecord } from './record-batches.js';
import type { ends } from './requests.js';
import {
  askEnds,
  fetch,
  fetchVersions,
  firstFetched,
  partitionKey,
  type Fetched,
  type FetchSettings,
  type FetchVersion,
  type Partition,
  type Position,
} from './requests.js';
import { WireReader } from './wire.js';

export interface ReaderRooms {
  readonly receiver: Receiver;
  readonly fetch: FetchSettings;
  /** Position at which reading continues when the committed offset no longer exists (`auto.offset.reset`). */
  readonly reset: keyof typeof ends;
  readonly remoteOf: (record: KafkaRecord, broker: Remote) => Remote;
  /** Called when every message before the position is durable or was refused. */
  readonly onDurable: (position: Position) => void;
  readonly signal: AbortSignal;
}

/** Largest size of one message in bytes. */
const mostMessageBytes = 16 * 1024 * 1024;
const group = 500;
const groupBytes = 2 * 1024 * 1024;
/** Number of bytes that were submitted to the store and are not yet durable, above which fetching pauses. */
const mostUnderwayBytes = 8 * 1024 * 1024;

export class PartitionReader {
  /** Positions by partition, in the order of the next fetch. */
  #positions: Map<string, Position>;
  readonly #remote: Remote;
  #messages: IncomingMessage[] = [];
  #bytes = 0;
  #underway = 0;
  #durable: Promise<void> = Promise.resolve();
  #failure: unknown;
  #version: FetchVersion = fetchVersions.usual;
  /** Offset of each partition when its messages were submitted to the store last. */
  readonly #flushed: Map<string, bigint>;

  constructor(
    private readonly connection: BrokerConnection,
    positions: readonly Position[],
    private readonly rooms: ReaderRooms,
  ) {
    this.#positions = new Map(positions.map((position) => [partitionKey(position), position]));
    this.#flushed = new Map(positions.map((position) => [partitionKey(position), position.offset]));
    const { address, port } = connection.remote;
    this.#remote = { address: plainAddress(address), port };
  }

  /**
   * Fetches until the signal is aborted.
   * @throws KafkaError or another Error when the reader cannot continue
   */
  async run(): Promise<void> {
    const { signal } = this.rooms;
    try {
      while (!signal.aborted) {
        await this.#untilRoom();
        if (!signal.aborted) await this.#next();
      }
    } finally {
      await this.#durable;
    }
  }

  /**
   * Resolves when more messages may be fetched, or when the signal is aborted.
   * @throws Error when messages could not be stored
   */
  async #untilRoom(): Promise<void> {
    const { signal, receiver } = this.rooms;
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#underway > mostUnderwayBytes) await this.#durable;
    if (receiver.pressure !== 'open') await receiver.whenOpen(signal);
  }

  async #next(): Promise<void> {
    const { signal } = this.rooms;
    const positions = [...this.#positions.values()];
    // The broker fills its response in the order of the request, so the partitions rotate.
    const [first, ...others] = this.#positions;
    if (first) this.#positions = new Map([...others, first]);
    let fetched: readonly Fetched[];
    try {
      fetched = await fetch(this.connection, positions, this.rooms.fetch, this.#version);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AnswerTooLarge)) throw error;
      this.#skip(error);
      return;
    }
    const isRefused = fetched.some(({ error }) => error === codes.unsupportedCompression);
    if (isRefused && this.#version !== fetchVersions.ofZstd) {
      // The fetched batches of other partitions are dropped; they are fetched again with the next request.
      this.#version = fetchVersions.ofZstd;
      return;
    }
    for (const one of fetched) await this.#take(one);
  }

  /**
   * Reports a batch that is too large to be read, and continues after the batch.
   * @throws Error when the batch cannot be identified
   */
  #skip({ bytes, beginning }: AnswerTooLarge): void {
    const fetched = firstFetched(new WireReader(beginning), this.#version);
    const head = fetched && batchHead(fetched.batches);
    if (!head) throw new Error(`an answer of the broker has ${bytes} bytes, too many to be read.`);
    this.#refuse(`A batch of records has about ${bytes} bytes, too many to be read.`, beginning);
    this.#advance(fetched, head.nextOffset);
    this.#flush(fetched);
  }

  async #take(fetched: Fetched): Promise<void> {
    if (fetched.error === codes.offsetOutOfRange) return this.#reset(fetched);
    if (fetched.error !== 0) throw new KafkaError(fetched.error, `Reading ${partitionKey(fetched)}`);
    const aborted = new AbortedTransactions(fetched.aborted);
    for (const batch of batchesOf(fetched.batches)) {
      if (this.rooms.signal.aborted) return;
      const isAborted = aborted.has(batch);
      if (batch.nextOffset <= this.#offsetOf(fetched)) continue;
      if (batch.broken !== undefined) {
        this.#refuse(batch.broken, batch.body);
        this.#advance(fetched, batch.nextOffset);
        // The broken batch may contain the end of an aborted transaction. Then it is unknown which of the next batches
        // belong to the transaction. Therefore the next batches are fetched again: the response lists the aborted
        // transactions that it contains.
        if (fetched.aborted.length > 0) break;
      } else if (!batch.isControl && !isAborted && !(await this.#takeBatch(fetched, batch))) return;
      this.#advance(fetched, batch.nextOffset);
    }
    this.#flush(fetched);
  }

  /**
   * Reads the records of a batch.
   * @returns false: the signal was aborted before the end of the batch
   */
  async #takeBatch(partition: Partition, batch: Batch): Promise<boolean> {
    try {
      for (const record of await recordsOf(batch)) {
        if (this.rooms.signal.aborted) return false;
        if (intakeTurn.isOver) await intakeTurn.room();
        if (record.offset < this.#offsetOf(partition)) continue;
        await this.#record(record);
        this.#advance(partition, record.offset + 1n);
        if (this.#messages.length >= group || this.#bytes >= groupBytes) {
          this.#flush(partition);
          // A batch may contain millions of small records, which need more memory than their bytes.
          await this.#untilRoom();
        }
      }
    } catch (error) {
      if (error instanceof UnreadableHere) {
        this.#flush(partition);
        throw new Error(`at offset ${this.#offsetOf(partition)} of ${partitionKey(partition)} ${error.message}.`, {
          cause: error,
        });
      }
      if (!(error instanceof DecodeFailure)) throw error;
      this.#refuse(error.message, batch.body);
    }
    return true;
  }

  async #record(record: KafkaRecord): Promise<void> {
    const { receiver, remoteOf } = this.rooms;
    const { value } = record;
    // A record without a value marks a key as deleted (a tombstone).
    if (value.length === 0) return receiver.empty();
    if (value.length > mostMessageBytes)
      return this.#refuse(`The message has ${value.length} bytes; one may have ${mostMessageBytes}.`, value);
    const remote = remoteOf(record, this.#remote);
    const message = receiver.isHeavy(value)
      ? await receiver.takeLater(value, remote, receiver.now())
      : receiver.take(value, remote, receiver.now());
    this.#bytes += value.length;
    if (!(message instanceof DecodeFailure)) this.#messages.push(message);
  }

  #refuse(reason: string, bytes: Buffer): void {
    const { receiver } = this.rooms;
    receiver.counters.received.mark(1);
    receiver.broken(reason, bytes, this.#remote);
  }

  #offsetOf(partition: Partition): bigint {
    return this.#positions.get(partitionKey(partition))?.offset ?? 0n;
  }

  #advance({ topic, partition }: Partition, offset: bigint): void {
    this.#positions.set(partitionKey({ topic, partition }), { topic, partition, offset });
  }

  /**
   * Submits the messages that were read from a partition; when they are durable, the partition's position is reported.
   */
  #flush(partition: Partition): void {
    const position = this.#positions.get(partitionKey(partition));
    const [messages, bytes] = [this.#messages, this.#bytes];
    if (!position || this.#flushed.get(partitionKey(position)) === position.offset) return;
    this.#flushed.set(partitionKey(position), position.offset);
    this.#messages = [];
    this.#bytes = 0;
    this.#underway += bytes;
    const durable = this.rooms.receiver.submit(messages, bytes);
    // The chain of promises handles a rejection only in its turn; without this handler, Node would report an unhandled
    // rejection before.
    durable.catch(() => undefined);
    this.#durable = this.#durable
      .then(() => durable)
      .then(
        () => this.rooms.onDurable(position),
        (error: unknown) => {
          this.#failure = new Error('the messages could not be stored.', { cause: error });
          throw this.#failure;
        },
      )
      .finally(() => (this.#underway -= bytes));
    this.#durable.catch(() => undefined);
  }

  /**
   * Sets the position of a partition to its beginning or end, as configured, because the record at the position does
   * not exist.
   */
  async #reset(partition: Partition): Promise<void> {
    const { reset, fetch: settings } = this.rooms;
    const [position] = await askEnds(this.connection, [partition], reset, settings.isolation);
    if (position) this.#advance(position, position.offset);
  }
}
