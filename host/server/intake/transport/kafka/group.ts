/**
 * Joins Kafka consumer groups, and divides the partitions among the members of a group whenever members or partitions
 * come or go (https://kafka.apache.org/protocol, API keys 11 JoinGroup and 14 SyncGroup).
 */
import type { BrokerConnection } from './broker-connection.js';
import { check } from './errors.js';
import { partitionKey, type Cluster, type Membership, type Partition } from './requests.js';
import { WireReader, WireWriter } from './wire.js';

/**
 * Session timeout in milliseconds after which a silent member leaves the group; brokers allow 6 s to 30 min by default.
 */
const sessionMs = 10_000;
/** Milliseconds within which the members of the group must rejoin in a rebalance. */
const rebalanceMs = 30_000;
const joinAnswerMs = rebalanceMs + 15_000;

interface Subscriber {
  readonly member: string;
  readonly topics: readonly string[];
}

export interface Joined {
  readonly membership: Membership;
  /**
   * Partitions by member id, which this member has assigned as the leader of the group. Empty: another member is the
   * leader.
   */
  readonly assigned: Assigned;
}

type Assigned = ReadonlyMap<string, readonly Partition[]>;
type PartitionsOf = (topic: string) => readonly number[];

const byName = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const sorted = (subscribers: readonly Subscriber[]) =>
  subscribers.toSorted((one, other) => byName(one.member, other.member));
const topicsOf = (subscribers: readonly Subscriber[]) =>
  [...new Set(subscribers.flatMap(({ topics }) => topics))].sort(byName);

/**
 * Assigns partitions in the same way as Kafka's range assignor: each member gets a contiguous range of the partitions
 * of each topic. If the partitions cannot be divided evenly, the first members get one more.
 */
function byRange(subscribers: readonly Subscriber[], partitionsOf: PartitionsOf): Assigned {
  const assigned = new Map<string, Partition[]>(subscribers.map(({ member }) => [member, []]));
  for (const topic of topicsOf(subscribers)) {
    const members = sorted(subscribers).filter(({ topics }) => topics.includes(topic));
    const partitions = partitionsOf(topic);
    const [each, more] = [Math.floor(partitions.length / members.length), partitions.length % members.length];
    let from = 0;
    members.forEach(({ member }, index) => {
      const to = from + each + (index < more ? 1 : 0);
      assigned.get(member)?.push(...partitions.slice(from, to).map((partition) => ({ topic, partition })));
      from = to;
    });
  }
  return assigned;
}

/**
 * Assigns partitions as Kafka's round-robin assignor: each partition goes to the next member that subscribes to its
 * topic.
 */
function roundRobin(subscribers: readonly Subscriber[], partitionsOf: PartitionsOf): Assigned {
  const members = sorted(subscribers);
  const assigned = new Map<string, Partition[]>(members.map(({ member }) => [member, []]));
  let turn = 0;
  for (const topic of topicsOf(members))
    for (const partition of partitionsOf(topic)) {
      while (!members[turn % members.length]?.topics.includes(topic)) turn += 1;
      assigned.get(members[turn % members.length]?.member ?? '')?.push({ topic, partition });
      turn += 1;
    }
  return assigned;
}

const joining = (group: string) => `Joining the group ${group}`;

const assignors = { range: byRange, roundrobin: roundRobin };

function subscriptionOf(bytes: Buffer): string[] {
  const reader = new WireReader(bytes);
  reader.int16();
  return reader.array(() => reader.string());
}

function assignmentBytes(partitions: readonly Partition[]): Buffer {
  const byTopic = new Map<string, number[]>();
  for (const { topic, partition } of partitions) byTopic.set(topic, [...(byTopic.get(topic) ?? []), partition]);
  return new WireWriter()
    .int16(0)
    .array(byTopic, (writer, [topic, list]) => writer.string(topic).array(list, (_, one) => writer.int32(one)))
    .int32(-1).buffer;
}

function partitionsIn(bytes: Buffer): Partition[] {
  if (bytes.length === 0) return [];
  const reader = new WireReader(bytes);
  reader.int16();
  const topics = reader.array(() => {
    const topic = reader.string();
    return reader.array(() => ({ topic, partition: reader.int32() }));
  });
  return topics.flat();
}

/**
 * Joins a consumer group. Resolves when the coordinator has ended the rebalance, after at most `joinAnswerMs`.
 * @param member former member id; empty: the member is new
 * @throws KafkaError when the coordinator refuses the member; also the errors of `BrokerConnection.ask`
 */
export async function joinGroup(
  coordinator: BrokerConnection,
  group: string,
  member: string,
  topics: readonly string[],
  cluster: Cluster,
): Promise<Joined> {
  const subscription = new WireWriter()
    .int16(0)
    .array(topics, (writer, topic) => writer.string(topic))
    .int32(-1).buffer;
  const joined = await coordinator.ask(
    11,
    2,
    (writer) => {
      writer.string(group).int32(sessionMs).int32(rebalanceMs).string(member).string('consumer');
      writer.array(Object.keys(assignors), (_, name) => writer.string(name).bytes(subscription));
    },
    joinAnswerMs,
  );
  joined.int32();
  check(joined.int16(), joining(group));
  const generation = joined.int32();
  const way = joined.string();
  const leader = joined.string();
  const self = joined.string();
  const subscribers = joined.array(() => ({ member: joined.string(), topics: subscriptionOf(joined.bytes()) }));
  const partitionsOf = (topic: string) =>
    (cluster.topics.get(topic) ?? []).map(({ partition }) => partition).sort((one, other) => one - other);
  const assign = way === 'roundrobin' ? assignors.roundrobin : assignors.range;
  const assigned = leader === self ? assign(subscribers, partitionsOf) : new Map<string, readonly Partition[]>();
  return { membership: { group, generation, member: self }, assigned };
}

/**
 * Exchanges the assignments of the group, and returns the partitions of this member.
 * @throws KafkaError when the coordinator returns an error, for example because another rebalance begins meanwhile;
 * also the errors of `BrokerConnection.ask`
 */
export async function shareOut(
  coordinator: BrokerConnection,
  { membership: { group, generation, member }, assigned }: Joined,
): Promise<readonly Partition[]> {
  const synced = await coordinator.ask(
    14,
    0,
    (writer) => {
      writer.string(group).int32(generation).string(member);
      writer.array(assigned, (_, [one, partitions]) => writer.string(one).bytes(assignmentBytes(partitions)));
    },
    joinAnswerMs,
  );
  check(synced.int16(), joining(group));
  return partitionsIn(synced.bytes());
}

/**
 * Returns the brokers, and the partitions and leaders of the wanted topics, as text; the consumer group must be joined
 * again when the text changes.
 */
export const shapeOf = ({ brokers, topics }: Cluster, wanted: readonly string[]): string =>
  JSON.stringify([
    [...brokers],
    wanted.flatMap((topic) =>
      (topics.get(topic) ?? []).map(({ partition, leader }) => [partitionKey({ topic, partition }), leader]),
    ),
  ]);
