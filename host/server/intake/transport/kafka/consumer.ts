/**
 * Runs a Kafka consumer from its first connection until its end: it discovers the topics, joins its consumer group,
 * fetches its partitions and commits the offsets of durable messages (https://kafka.apache.org/protocol). Uncommitted
 * messages are fetched again by the next consumer.
 */
import { pause } from '../../../foundation/pause.js';
import { reasonOf } from '../broker-transport.js';
import { BrokerConnection, type BrokerAddress, type ConnectionRooms } from './broker-connection.js';
import { codes, KafkaError } from './errors.js';
import { joinGroup, shapeOf, shareOut } from './group.js';
import { logIn, type Login } from './login.js';
import { PartitionReader, type ReaderRooms } from './partition-reader.js';
import {
  askCluster,
  askCommitted,
  askCoordinator,
  askEnds,
  commit,
  heartbeat,
  leave,
  partitionKey,
  type Cluster,
  type Membership,
  type Partition,
  type Position,
} from './requests.js';
import { hostPort } from '../../../foundation/host-port.js';

export interface ConsumerSettings extends Omit<ReaderRooms, 'onDurable' | 'signal'>, Omit<ConnectionRooms, 'signal'> {
  readonly bootstrap: readonly BrokerAddress[];
  readonly group: string;
  readonly isWanted: (topic: string) => boolean;
  /** Largest number of connections to each broker over which its partitions are fetched. */
  readonly readers: number;
  readonly login: Login | undefined;
  /** Member id, kept across consumers: a group waits for lost members unless they rejoin under their former id. */
  readonly self: { member: string };
}

const heartbeatMs = 3_000;
/** Interval in milliseconds between two checks for new topics and partitions. */
const lookMs = 15_000;
const commitPauseMs = 100;
/**
 * Pause in milliseconds before rejoining the group, so that a broker that rejects repeatedly is not called
 * continuously.
 */
const rejoinPauseMs = 100;
const goodbyeMs = 1_000;
/**
 * Time limit in milliseconds for all work when the input stops; messages whose offsets are not committed by then are
 * fetched again.
 */
const longestGoodbyeMs = 3_000;

/** Thrown to make the consumer join its group again, because the partitions of the group are redistributed. */
class Rejoin extends Error {
  constructor(readonly isForgotten: boolean) {
    super('the partitions are being reassigned.');
  }
}

/** Converts the errors of a rebalance, an outdated group generation and a forgotten member to `Rejoin`. */
function asRejoin(error: unknown): unknown {
  if (!(error instanceof KafkaError)) return error;
  const { code } = error;
  if (code === codes.rebalanceInProgress) return new Rejoin(false);
  return code === codes.illegalGeneration || code === codes.unknownMember ? new Rejoin(true) : error;
}

export class KafkaConsumer {
  /** Controller whose abort closes all connections. */
  readonly #over = new AbortController();

  /** @param signal stops the consumer gracefully */
  constructor(
    private readonly settings: ConsumerSettings,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Consumes until the signal is aborted.
   * @param onUp called after each join of the group, when all assigned partitions with a known leader are being fetched
   * @throws Error that explains why the consumer failed or lost the connection
   */
  async run(onUp: () => void): Promise<void> {
    const { signal } = this;
    const { self } = this.settings;
    const leaveAtOnce = () => this.#over.abort();
    let hurry: NodeJS.Timeout | undefined;
    const hurryUp = () => (hurry = setTimeout(leaveAtOnce, longestGoodbyeMs));
    signal.addEventListener('abort', hurryUp, { once: true });
    try {
      // Before the group is joined there is nothing to clean up, so the connections are closed at once.
      signal.addEventListener('abort', leaveAtOnce, { once: true });
      const pending = await this.#bootstrap();
      let cluster = await askCluster(pending);
      const coordinator = await this.#open(await askCoordinator(pending, this.settings.group));
      let membership: Membership | undefined;
      while (!signal.aborted) {
        signal.addEventListener('abort', leaveAtOnce, { once: true });
        try {
          const topics = this.#topics(cluster);
          const joined = await joinGroup(coordinator, this.settings.group, self.member, topics, cluster);
          // The member id is kept even if the group rebalances immediately: with a new id, the group would wait for a
          // member that no longer exists.
          ({ membership } = joined);
          self.member = joined.membership.member;
          const partitions = await shareOut(coordinator, joined);
          signal.removeEventListener('abort', leaveAtOnce);
          const format = shapeOf(cluster, topics);
          const isOld = async () => {
            cluster = await askCluster(pending);
            return shapeOf(cluster, this.#topics(cluster)) !== format;
          };
          const open = (address: BrokerAddress) => this.#open(address);
          const round = new Round(this.settings, cluster, coordinator, joined.membership, open);
          await round.run(partitions, isOld, signal, onUp);
        } catch (error) {
          const again = asRejoin(error);
          if (!(again instanceof Rejoin)) throw again;
          if (again.isForgotten) self.member = '';
          await pause(rejoinPauseMs, signal);
        }
      }
      if (!membership) return;
      const bye = leave(coordinator, membership).catch(() => undefined);
      await Promise.race([bye, pause(goodbyeMs, this.#over.signal)]);
    } finally {
      signal.removeEventListener('abort', leaveAtOnce);
      signal.removeEventListener('abort', hurryUp);
      clearTimeout(hurry);
      this.#over.abort();
    }
  }

  /**
   * Returns the topics that match the filter.
   * @throws Error that names the filter when no topic matches
   */
  #topics({ topics }: Cluster): string[] {
    const wanted = [...topics.keys()].filter(this.settings.isWanted).sort();
    if (wanted.length > 0) return wanted;
    throw new Error('no topic matches the filter (topic_filter).');
  }

  async #open(address: BrokerAddress): Promise<BrokerConnection> {
    const connection = await BrokerConnection.open(address, { ...this.settings, signal: this.#over.signal });
    const { login } = this.settings;
    if (login) await logIn(connection, login);
    return connection;
  }

  /**
   * Connects to the first bootstrap broker that answers.
   * @throws Error with the reason of each failure
   */
  async #bootstrap(): Promise<BrokerConnection> {
    const reasons: string[] = [];
    for (const address of this.settings.bootstrap) {
      try {
        return await this.#open(address);
      } catch (error) {
        this.#over.signal.throwIfAborted();
        reasons.push(`${hostPort(address)}: ${reasonOf(error)}`);
      }
    }
    throw new Error(reasons.join('; '));
  }
}

/** Consumes the assigned partitions during one generation of the consumer group. */
class Round {
  readonly #ended = new AbortController();
  readonly #durable = new Map<string, Position>();
  #committing: Promise<void> = Promise.resolve();
  #isCommitting = false;
  #break: (error: unknown) => void = () => undefined;
  readonly #broken: Promise<never>;

  constructor(
    private readonly settings: ConsumerSettings,
    private readonly cluster: Cluster,
    private readonly coordinator: BrokerConnection,
    private readonly membership: Membership,
    private readonly open: (address: BrokerAddress) => Promise<BrokerConnection>,
  ) {
    this.#broken = new Promise((_, reject) => (this.#break = reject));
    this.#broken.catch(() => undefined);
  }

  /**
   * Fetches the partitions until the signal is aborted.
   * @param isOld tells whether topics or partitions have changed, so that the group has to be joined again
   * @throws Rejoin when the group has to be joined again; KafkaError or another Error when a broker or connection fails
   */
  async run(
    partitions: readonly Partition[],
    isOld: () => Promise<boolean>,
    signal: AbortSignal,
    onUp: () => void,
  ): Promise<void> {
    const end = () => this.#ended.abort();
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    const running = [this.#stayIn(), this.#watch(isOld)];
    const connections: BrokerConnection[] = [];
    try {
      for (const [leader, own] of this.#byLeader(partitions)) {
        const address = this.cluster.brokers.get(leader);
        if (!address) continue;
        const first = await this.open(address);
        connections.push(first);
        const positions = await this.#positions(first, own);
        const count = Math.min(this.settings.readers, positions.length);
        for (let index = 0; index < count; index += 1) {
          const connection = index === 0 ? first : await this.open(address);
          if (index > 0) connections.push(connection);
          running.push(
            this.#read(
              connection,
              positions.filter((_, at) => at % count === index),
            ),
          );
        }
      }
      onUp();
      await Promise.race([this.#broken, this.#untilEnded()]);
    } finally {
      signal.removeEventListener('abort', end);
      end();
      // Closing the connections ends pending fetches.
      for (const connection of connections) connection.close();
      await Promise.all(running);
      await this.#committing;
      await this.#commitNow().catch(() => undefined);
    }
  }

  async #untilEnded(): Promise<void> {
    const { signal } = this.#ended;
    if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  }

  #byLeader(partitions: readonly Partition[]): ReadonlyMap<number, readonly Partition[]> {
    const byLeader = new Map<number, Partition[]>();
    for (const one of partitions) {
      const about = this.cluster.topics.get(one.topic)?.find(({ partition }) => partition === one.partition);
      const leader = about?.leader ?? -1;
      byLeader.set(leader, [...(byLeader.get(leader) ?? []), one]);
    }
    return byLeader;
  }

  /**
   * Returns the committed offsets of the group. For a partition without a committed offset, the configured start
   * (beginning or end of the partition) is used and committed, so that messages which arrive while no consumer runs are
   * not missed.
   */
  async #positions(leader: BrokerConnection, partitions: readonly Partition[]): Promise<Position[]> {
    const committed = await askCommitted(this.coordinator, this.membership.group, partitions);
    const known = new Set(committed.map(partitionKey));
    const unknown = partitions.filter((one) => !known.has(partitionKey(one)));
    if (unknown.length === 0) return committed;
    const found = await askEnds(leader, unknown, this.settings.reset, this.settings.fetch.isolation);
    for (const position of found) this.#onDurable(position);
    return [...committed, ...found];
  }

  async #read(connection: BrokerConnection, positions: readonly Position[]): Promise<void> {
    const rooms = { ...this.settings, signal: this.#ended.signal, onDurable: (one: Position) => this.#onDurable(one) };
    await this.#guarded(() => new PartitionReader(connection, positions, rooms).run());
  }

  /** Runs background work; a failure ends the generation with its error. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#ended.signal.aborted) this.#break(error);
    }
  }

  #stayIn(): Promise<void> {
    return this.#every(heartbeatMs, () => heartbeat(this.coordinator, this.membership));
  }

  #watch(isOld: () => Promise<boolean>): Promise<void> {
    return this.#every(lookMs, async () => {
      if (await isOld()) throw new Rejoin(false);
    });
  }

  #every(ms: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#ended;
    return this.#guarded(async () => {
      for (await pause(ms, signal); !signal.aborted; await pause(ms, signal)) await work();
    });
  }

  #onDurable(position: Position): void {
    this.#durable.set(partitionKey(position), position);
    if (this.#isCommitting) return;
    this.#isCommitting = true;
    this.#committing = this.#guarded(async () => {
      try {
        while (this.#durable.size > 0 && !this.#ended.signal.aborted) {
          await this.#commitNow();
          await pause(commitPauseMs, this.#ended.signal);
        }
      } finally {
        this.#isCommitting = false;
      }
    });
  }

  async #commitNow(): Promise<void> {
    const positions = [...this.#durable.values()];
    this.#durable.clear();
    if (positions.length > 0) await commit(this.coordinator, this.membership, positions);
  }
}
