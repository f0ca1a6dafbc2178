/** Kafka requests that only tests need: creating topics, producing messages and committing transactions. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { BrokerConnection } from '../../../../host/server/intake/transport/kafka/broker-connection.js';
import { KafkaError } from '../../../../host/server/intake/transport/kafka/errors.js';
import { batchesOf } from '../../../../host/server/intake/transport/kafka/record-batches.js';
import {
  askCommitted,
  askEnds,
  fetch,
  fetchVersions,
  type Position,
} from '../../../../host/server/intake/transport/kafka/requests.js';
import type { WireReader } from '../../../../host/server/intake/transport/kafka/wire.js';
import { until } from '../../../until.js';
import { batchOf, type BatchOptions } from './fake-kafka.js';

/** Timeout in milliseconds of the requests to the broker. */
const answerMs = 10_000;
/** Milliseconds for which requests are retried while a leader is elected or the coordinator loads. */
const waitMs = 60_000;

export interface TopicOptions {
  readonly partitions?: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Repeats a request until the broker succeeds, because a new topic has no leader at first. */
const untilDone = (what: string, ask: () => Promise<number>): Promise<void> =>
  until(what, async () => (await ask()) === 0, waitMs);

export async function createTopic(
  connection: BrokerConnection,
  name: string,
  { partitions = 1, settings = {} }: TopicOptions = {},
): Promise<void> {
  const answer = await connection.ask(19, 2, (writer) =>
    writer
      .array([name], (to, topic) => {
        to.string(topic).int32(partitions).int16(1).int32(0);
        to.array(Object.entries(settings), (_, [key, value]) => to.string(key).string(value));
      })
      .int32(answerMs)
      .int8(0),
  );
  answer.int32();
  const [error] = answer.array(() => [answer.string(), answer.int16(), answer.nullableString()] as const);
  assert.deepEqual(error?.slice(1), [0, null]);
}

async function produce(
  connection: BrokerConnection,
  topic: string,
  partition: number,
  batch: Buffer,
  transaction: string | null = null,
): Promise<number> {
  const answer = await connection.ask(0, 3, (writer) =>
    writer
      .nullableString(transaction)
      .int16(-1)
      .int32(answerMs)
      .array([topic], (to) => to.string(topic).array([partition], () => to.int32(partition).bytes(batch))),
  );
  const [errors] = answer.array(() => {
    answer.string();
    return answer.array(() => {
      answer.int32();
      const error = answer.int16();
      answer.int64();
      answer.int64();
      return error;
    });
  });
  return errors?.[0] ?? -1;
}

/** Produces messages to a topic; resolves when the broker has acknowledged the batch. */
export const put = (
  connection: BrokerConnection,
  topic: string,
  texts: readonly (string | Buffer)[],
  partition = 0,
  options: BatchOptions = {},
): Promise<void> =>
  untilDone(`${topic} takes messages`, () => produce(connection, topic, partition, batchOf(texts, options)));

/** Publishes messages within a transaction, and ends it. */
export async function putInTransaction(
  connection: BrokerConnection,
  topic: string,
  texts: readonly string[],
  ending: 'committed' | 'aborted',
): Promise<void> {
  // A new producer starts its sequence numbers at 0.
  const transaction = randomUUID();
  const errorOf = (answer: WireReader) => {
    answer.int32();
    return answer.int16();
  };
  // The request makes the broker create its internal topic of transactions.
  await untilDone('transactions are coordinated', async () =>
    errorOf(await connection.ask(10, 1, (writer) => writer.string(transaction).int8(1))),
  );
  let [producer, epoch] = [-1n, -1];
  await untilDone('there is a producer', async () => {
    const answer = await connection.ask(22, 0, (writer) => writer.nullableString(transaction).int32(waitMs));
    const error = errorOf(answer);
    [producer, epoch] = [answer.int64(), answer.int16()];
    return error;
  });
  await untilDone('the topic takes part', async () => {
    const answer = await connection.ask(24, 0, (writer) =>
      writer
        .string(transaction)
        .int64(producer)
        .int16(epoch)
        .array([topic], (to) => to.string(topic).array([0], () => to.int32(0))),
    );
    answer.int32();
    const [errors] = answer.array(() => {
      answer.string();
      return answer.array(() => [answer.int32(), answer.int16()] as const);
    });
    return errors?.[0]?.[1] ?? -1;
  });
  await untilDone(`${topic} takes messages`, () =>
    produce(connection, topic, 0, batchOf(texts, { producer }), transaction),
  );
  await untilDone('it is ended', async () =>
    errorOf(
      await connection.ask(26, 0, (writer) =>
        writer
          .string(transaction)
          .int64(producer)
          .int16(epoch)
          .int8(ending === 'committed' ? 1 : 0),
      ),
    ),
  );
}

const partitionsOf = (topic: string, count: number) =>
  Array.from({ length: count }, (_, partition) => ({ topic, partition }));
const offsetsOf = (positions: readonly Position[]) => positions.map(({ offset }) => Number(offset));

/** Ignores a `KafkaError`, because the broker may not be ready yet. @throws any other error */
function unlessKafka(error: unknown): undefined {
  if (!(error instanceof KafkaError)) throw error;
}

/** Returns the number of messages that the group has not committed yet. */
export async function left(
  connection: BrokerConnection,
  group: string,
  topic: string,
  partitions: number,
): Promise<number> {
  const all = partitionsOf(topic, partitions);
  const ends = offsetsOf(await askEnds(connection, all, 'latest', 'read_uncommitted'));
  const committed = offsetsOf(
    await until(
      'the group is coordinated',
      () => askCommitted(connection, group, all).catch((error: unknown) => unlessKafka(error)),
      waitMs,
    ),
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((before, one) => before + one, 0);
  return sum(ends) - sum(committed);
}

/** Returns the number of group members that share the partitions; 0 during a rebalance. */
export async function membersOf(connection: BrokerConnection, group: string): Promise<number> {
  const answer = await connection.ask(15, 0, (writer) => writer.array([group], (to) => to.string(group)));
  const [members] = answer.array(() => {
    answer.int16();
    answer.string();
    const state = answer.string();
    answer.string();
    answer.string();
    const all = answer.array(() => {
      for (let text = 0; text < 3; text += 1) answer.string();
      return [answer.bytes(), answer.bytes()];
    });
    return state === 'Stable' ? all.length : 0;
  });
  return members ?? 0;
}

/** Returns the compression codes of the batches in a topic's first partition, as the protocol numbers them. */
export async function compressionsOf(connection: BrokerConnection, topic: string): Promise<number[]> {
  const settings = { waitMs: 100, minBytes: 1, maxBytes: 2 ** 20, partitionBytes: 2 ** 20 };
  const [fetched] = await fetch(
    connection,
    [{ topic, partition: 0, offset: 0n }],
    { ...settings, isolation: 'read_uncommitted' },
    fetchVersions.ofZstd,
  );
  return [...batchesOf(fetched?.batches ?? Buffer.alloc(0))].map(({ compression }) => compression);
}
