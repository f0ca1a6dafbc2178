/**
 * Sends the requests of a Kafka consumer, in versions that all brokers from 0.11 to 4 understand, except
 * `fetchVersions.ofZstd` (https://kafka.apache.org/protocol). The first two arguments of `ask` are API key and version:
 * 1 Fetch, 2 ListOffsets, 3 Metadata, 8 OffsetCommit, 9 OffsetFetch, 10 FindCoordinator, 12 Heartbeat, 13 LeaveGroup.
 * Every function that sends a request also throws the errors of `ask`.
 */
import type { AbortedTransaction } from './aborted-transactions.js';
import type { BrokerAddress, BrokerConnection } from './broker-connection.js';
import { check } from './errors.js';
import { WireError, type WireReader, type WireWriter } from './wire.js';

export interface Partition {
  readonly topic: string;
  readonly partition: number;
}

export const partitionKey = ({ topic, partition }: Partition): string => `${topic}/${partition}`;

export interface Cluster {
  /** Addresses of the brokers, by broker id. */
  readonly brokers: ReadonlyMap<number, BrokerAddress>;
  /** Partitions of each topic with the id of the leading broker; -1: the partition has no leader. */
  readonly topics: ReadonlyMap<string, readonly { readonly partition: number; readonly leader: number }[]>;
}

/** Returns brokers and topics of the cluster, without Kafka's internal topics and without topics that have an error. */
export async function askCluster(connection: BrokerConnection): Promise<Cluster> {
  const answer = await connection.ask(3, 1, (writer) => writer.int32(-1));
  const brokers = answer.array((reader) => {
    const id = reader.int32();
    const broker = { host: reader.string(), port: reader.int32() };
    reader.nullableString();
    return [id, broker] as const;
  });
  answer.int32();
  const topics = answer.array((reader) => {
    const error = reader.int16();
    const name = reader.string();
    const isInternal = reader.int8() !== 0;
    const partitions = reader.array(() => {
      reader.int16();
      const partition = { partition: reader.int32(), leader: reader.int32() };
      reader.array(() => reader.int32());
      reader.array(() => reader.int32());
      return partition;
    });
    return { name, partitions, isOurs: error === 0 && !isInternal };
  });
  const ours = topics.filter(({ isOurs }) => isOurs).map(({ name, partitions }) => [name, partitions] as const);
  return { brokers: new Map(brokers), topics: new Map(ours) };
}

/**
 * Returns the broker that coordinates a consumer group.
 * @throws KafkaError when the group has no coordinator at present
 */
export async function askCoordinator(connection: BrokerConnection, group: string): Promise<BrokerAddress> {
  const answer = await connection.ask(10, 0, (writer) => writer.string(group));
  check(answer.int16(), `The coordinator of the group ${group}`);
  answer.int32();
  return { host: answer.string(), port: answer.int32() };
}

function byTopic<T extends Partition>(
  writer: WireWriter,
  partitions: readonly T[],
  write: (writer: WireWriter, partition: T) => void,
): void {
  const grouped = new Map<string, T[]>();
  for (const one of partitions) grouped.set(one.topic, [...(grouped.get(one.topic) ?? []), one]);
  writer.array(grouped, (_, [topic, list]) => {
    writer.string(topic).array(list, (__, one) => {
      writer.int32(one.partition);
      write(writer, one);
    });
  });
}

function readByTopic<T>(reader: WireReader, read: (partition: Partition) => T): T[] {
  return reader
    .array(() => {
      const topic = reader.string();
      return reader.array(() => read({ topic, partition: reader.int32() }));
    })
    .flat();
}

export interface Position extends Partition {
  /** Offset of the next record to read. */
  readonly offset: bigint;
}

export const ends = { earliest: -2n, latest: -1n } as const;

/** Isolation levels by the names that the consumer setting `isolation.level` uses. */
export const isolations = { read_uncommitted: 0, read_committed: 1 } as const;

/**
 * Returns the earliest or latest offset of partitions that the broker leads.
 * @throws KafkaError when the broker returns an error
 */
export async function askEnds(
  connection: BrokerConnection,
  partitions: readonly Partition[],
  end: keyof typeof ends,
  isolation: keyof typeof isolations,
): Promise<Position[]> {
  const answer = await connection.ask(2, 2, (writer) => {
    writer.int32(-1).int8(isolations[isolation]);
    byTopic(writer, partitions, () => writer.int64(ends[end]));
  });
  answer.int32();
  return readByTopic(answer, (partition) => {
    check(answer.int16(), `Partition ${partitionKey(partition)}`);
    answer.int64();
    return { ...partition, offset: answer.int64() };
  });
}

/**
 * Returns the committed offsets of a group, without partitions that have no committed offset.
 * @throws KafkaError when the coordinator returns an error
 */
export async function askCommitted(
  connection: BrokerConnection,
  group: string,
  partitions: readonly Partition[],
): Promise<Position[]> {
  const answer = await connection.ask(9, 1, (writer) => {
    writer.string(group);
    byTopic(writer, partitions, () => undefined);
  });
  const all = readByTopic(answer, (partition) => {
    const offset = answer.int64();
    answer.nullableString();
    check(answer.int16(), `The offset of ${partitionKey(partition)}`);
    return { ...partition, offset };
  });
  return all.filter(({ offset }) => offset >= 0n);
}

/** Identifies a member of a consumer group in one generation. */
export interface Membership {
  readonly group: string;
  readonly generation: number;
  readonly member: string;
}

/**
 * Commits the positions of a group.
 * @throws KafkaError when the coordinator returns an error for a partition
 */
export async function commit(
  connection: BrokerConnection,
  { group, generation, member }: Membership,
  positions: readonly Position[],
): Promise<void> {
  const answer = await connection.ask(8, 2, (writer) => {
    writer.string(group).int32(generation).string(member).int64(-1n);
    byTopic(writer, positions, (_, { offset }) => writer.int64(offset).nullableString(null));
  });
  readByTopic(answer, (partition) => check(answer.int16(), `Committing ${partitionKey(partition)}`));
}

/**
 * Tells the coordinator that the member still works.
 * @throws KafkaError when the coordinator returns an error, for example during a rebalance
 */
export async function heartbeat(
  connection: BrokerConnection,
  { group, generation, member }: Membership,
): Promise<void> {
  const answer = await connection.ask(12, 0, (writer) => writer.string(group).int32(generation).string(member));
  check(answer.int16(), 'Staying in the group');
}

export async function leave(connection: BrokerConnection, { group, member }: Membership): Promise<void> {
  await connection.ask(13, 0, (writer) => writer.string(group).string(member));
}

export interface FetchSettings {
  readonly waitMs: number;
  readonly minBytes: number;
  readonly maxBytes: number;
  readonly partitionBytes: number;
  readonly isolation: keyof typeof isolations;
}

export interface Fetched extends Partition {
  readonly error: number;
  readonly aborted: readonly AbortedTransaction[];
  /** Bytes of the record batches; the last batch may be truncated. */
  readonly batches: Buffer;
}

const answerLeewayMs = 15_000;

/**
 * Versions of Fetch. All brokers know version 4, but brokers from 2.1 to 3 reject it for topics compressed with zstd.
 * These brokers know version 10.
 */
export const fetchVersions = { usual: 4, ofZstd: 10 } as const;
export type FetchVersion = (typeof fetchVersions)[keyof typeof fetchVersions];

/**
 * Fetches records from the positions on.
 * @throws AnswerTooLarge when the response is too large; KafkaError when the response as a whole has an error code (the
 * error codes of partitions are in `Fetched.error`)
 */
export async function fetch(
  connection: BrokerConnection,
  positions: readonly Position[],
  { waitMs, minBytes, maxBytes, partitionBytes, isolation }: FetchSettings,
  version: FetchVersion,
): Promise<Fetched[]> {
  const isOfZstd = version === fetchVersions.ofZstd;
  const answer = await connection.ask(
    1,
    version,
    (writer) => {
      writer.int32(-1).int32(waitMs).int32(minBytes).int32(maxBytes).int8(isolations[isolation]);
      // Session id 0 and epoch -1: a fetch without a fetch session (KIP-227).
      if (isOfZstd) writer.int32(0).int32(-1);
      byTopic(writer, positions, (_, { offset }) => {
        if (isOfZstd) writer.int32(-1);
        writer.int64(offset);
        if (isOfZstd) writer.int64(-1n);
        writer.int32(partitionBytes);
      });
      if (isOfZstd) writer.int32(0);
    },
    waitMs + answerLeewayMs,
  );
  readFetchHead(answer, version);
  return readByTopic(answer, (partition) => fetchedOf(answer, partition, version, isolation, () => answer.bytes()));
}

/**
 * Returns the first partition with records in a response that may be incomplete; undefined: no partition has records.
 */
export function firstFetched(beginning: WireReader, version: FetchVersion): Fetched | undefined {
  readFetchHead(beginning, version);
  for (let topics = beginning.int32(); topics > 0; topics -= 1) {
    const topic = beginning.string();
    for (let partitions = beginning.int32(); partitions > 0; partitions -= 1) {
      const fetched = fetchedOf(beginning, { topic, partition: beginning.int32() }, version, 'read_uncommitted', () => {
        const length = beginning.int32();
        return length > 0 ? beginning.raw(Math.min(length, beginning.left)) : Buffer.alloc(0);
      });
      if (fetched.batches.length > 0) return fetched;
    }
  }
  return undefined;
}

/**
 * Reads the part of a fetch response before the topics.
 * @throws KafkaError when the response has an error code
 */
function readFetchHead(answer: WireReader, version: FetchVersion): void {
  answer.int32();
  if (version !== fetchVersions.ofZstd) return;
  check(answer.int16(), 'Reading');
  answer.int32();
}

/** Largest number of aborted transactions of one partition in one response. */
const mostAborted = 100_000;
const abortedBytes = 16;

/**
 * Reads the aborted transactions of a partition; with the isolation level `read_uncommitted` they are skipped.
 * @throws WireError when the transactions are too many, or the response ends too early
 */
function abortedOf(answer: WireReader, isolation: keyof typeof isolations): AbortedTransaction[] {
  const count = Math.max(0, answer.int32());
  if (isolation === 'read_uncommitted') {
    answer.raw(count * abortedBytes);
    return [];
  }
  if (count > mostAborted)
    throw new WireError(`the broker reports ${count} aborted transactions; ${mostAborted} may be in one answer.`);
  return Array.from({ length: count }, () => ({ producer: answer.int64(), firstOffset: answer.int64() }));
}

function fetchedOf(
  answer: WireReader,
  partition: Partition,
  version: FetchVersion,
  isolation: keyof typeof isolations,
  batches: () => Buffer,
): Fetched {
  const error = answer.int16();
  answer.int64();
  answer.int64();
  if (version === fetchVersions.ofZstd) answer.int64();
  return { ...partition, error, aborted: abortedOf(answer, isolation), batches: batches() };
}
