/**
 * Implements staged rollouts. A changed configuration is sent to one node, then to ten percent of the nodes, then to
 * all nodes. If a node fails with the new version, the rollout is paused. A rollback restores the former template on
 * all nodes.
 */
import type { Rollout, RolloutStage, RolloutState } from '../../../api/contract/sidecar-versions.schema.js';
import { newEntityId } from '../foundation/ids.js';
import type { Collection, Documents } from '../store/types.js';
import type { NodeRecord } from './nodes.js';

const stageNames = ['one', 'tenth', 'all'] as const;
type StageIndex = 0 | 1 | 2;

export interface RolloutRecord {
  readonly id: string;
  readonly configuration_id: string;
  readonly from_version: number;
  readonly to_version: number;
  /** Former template, which nodes keep until the rollout reaches them. */
  readonly from_template: string;
  readonly state: RolloutState;
  readonly reason: string;
  readonly username: string;
  /** Start of the rollout, epoch milliseconds. */
  readonly started: number;
  readonly changed: number;
  readonly stage: StageIndex;
  /**
   * Epoch milliseconds since which all reporting nodes of the stage run the new version; null: some of them do not run
   * it.
   */
  readonly healthy_since: number | null;
  /** Ids of the nodes of the first and of the second stage. */
  readonly chosen: readonly [readonly string[], readonly string[]];
}

export interface RolloutTimes {
  /** Milliseconds for which the nodes of a stage must run without failing before the next stage begins. */
  readonly holdMs: number;
}

export const usualTimes: RolloutTimes = { holdMs: 30 * 60_000 };
/** Number of ended rollouts that stay stored. */
const mostEnded = 50;

/** A node to which a configuration is assigned. */
export interface Member {
  readonly node: NodeRecord;
  readonly silent: boolean;
}

export class Rollouts {
  readonly #stored: Collection<RolloutRecord>;
  readonly #now: () => number;
  readonly #times: RolloutTimes;
  /** Running and paused rollouts by configuration id. */
  readonly #underWay = new Map<string, RolloutRecord>();

  constructor(documents: Documents, now: () => number, times: RolloutTimes) {
    this.#stored = documents.collection<RolloutRecord>('sidecar_rollouts');
    this.#now = now;
    this.#times = times;
    for (const record of this.#stored.all())
      if (isUnderWay(record)) this.#underWay.set(record.configuration_id, record);
  }

  get(id: string): RolloutRecord | undefined {
    return this.#stored.get(id);
  }

  /**
   * Returns all rollouts: first the running and paused rollouts, then the ended rollouts, both groups with the newest
   * first.
   */
  all(): RolloutRecord[] {
    return [...this.#stored.all()].sort(
      (a, b) => Number(isUnderWay(b)) - Number(isUnderWay(a)) || b.started - a.started,
    );
  }

  underWay(configurationId: string): RolloutRecord | undefined {
    return this.#underWay.get(configurationId);
  }

  /** Tells whether a node already gets the new version. */
  reaches(rollout: RolloutRecord, nodeId: string): boolean {
    if (rollout.stage === 2) return true;
    return rollout.chosen[0].includes(nodeId) || (rollout.stage === 1 && rollout.chosen[1].includes(nodeId));
  }

  /** Starts a rollout. @param members nodes to which the configuration is assigned */
  async start(
    plan: Pick<RolloutRecord, 'configuration_id' | 'from_version' | 'to_version' | 'from_template' | 'username'>,
    members: readonly Member[],
  ): Promise<RolloutRecord> {
    const now = this.#now();
    const record: RolloutRecord = {
      ...plan,
      id: newEntityId(now),
      state: 'running',
      reason: '',
      started: now,
      changed: now,
      stage: 0,
      healthy_since: null,
      chosen: chosenOf(members),
    };
    await this.#put(record);
    await this.#sweep();
    return record;
  }

  async #put(record: RolloutRecord): Promise<RolloutRecord> {
    await this.#stored.put(record);
    if (isUnderWay(record)) this.#underWay.set(record.configuration_id, record);
    else if (this.#underWay.get(record.configuration_id)?.id === record.id)
      this.#underWay.delete(record.configuration_id);
    return record;
  }

  async #sweep(): Promise<void> {
    const ended = this.all().filter((record) => !isUnderWay(record));
    for (const { id } of ended.slice(mostEnded)) await this.#stored.delete(id);
  }

  change(record: RolloutRecord, part: Partial<RolloutRecord>): Promise<RolloutRecord> {
    return this.#put({ ...record, ...part, changed: this.#now() });
  }

  /** Begins the next stage immediately, or ends the rollout after its last stage. */
  advance(record: RolloutRecord): Promise<RolloutRecord> {
    const begun: Partial<RolloutRecord> = { state: 'running', reason: '', healthy_since: null };
    return record.stage === 2
      ? this.change(record, { state: 'done', reason: '' })
      : this.change(record, { ...begun, stage: (record.stage + 1) as StageIndex });
  }

  async forget(configurationId: string): Promise<void> {
    for (const record of this.#stored.all()) {
      if (record.configuration_id === configurationId) await this.#stored.delete(record.id);
    }
    this.#underWay.delete(configurationId);
  }

  /**
   * Checks the nodes with the new version.
   * - When a node fails, the rollout is paused.
   * - When all nodes that report have run long enough without failing, the next stage begins.
   * - The last stage ends as soon as two checks in a row find that all of these nodes run.
   * @returns the record if it has changed
   */
  async look(record: RolloutRecord, members: readonly Member[]): Promise<RolloutRecord | undefined> {
    if (record.state !== 'running') return undefined;
    const now = this.#now();
    const reached = members.filter(({ node }) => this.reaches(record, node.id));
    const failing = reached.find(({ node, silent }) => !silent && failureOf(record, node) !== undefined);
    if (failing) {
      const reason = `${failing.node.name} is failing: ${failureOf(record, failing.node) ?? ''}`;
      return this.change(record, { state: 'paused', reason: reason.slice(0, 500), healthy_since: null });
    }
    // Silent nodes do not delay the rollout: they fetch the version when they report again.
    const awake = reached.filter(({ silent }) => !silent);
    const healthy = awake.length > 0 && awake.every(({ node }) => runs(record, node));
    if (!healthy) return record.healthy_since === null ? undefined : this.change(record, { healthy_since: null });
    if (record.healthy_since === null) return this.change(record, { healthy_since: now });
    if (record.stage === 2) return this.advance(record);
    return now - record.healthy_since >= this.#times.holdMs ? this.advance(record) : undefined;
  }

  answer(record: RolloutRecord, name: string, members: readonly Member[]): Rollout {
    const has = (id: string): boolean => record.state === 'done' || this.reaches(record, id);
    const reached = members.filter(
      ({ node }) => has(node.id) && node.delivered[record.configuration_id]?.version === record.to_version,
    );
    const next =
      record.state === 'running' && record.stage < 2 && record.healthy_since !== null
        ? record.healthy_since + this.#times.holdMs
        : null;
    return {
      id: record.id,
      configuration_id: record.configuration_id,
      configuration_name: name,
      from_version: record.from_version,
      to_version: record.to_version,
      state: record.state,
      reason: record.reason,
      username: record.username,
      started_at: new Date(record.started).toISOString(),
      changed_at: new Date(record.changed).toISOString(),
      reached: record.state === 'rolled_back' ? 0 : reached.length,
      total: members.length,
      stages: stageNames.map((stage, index) => stageAnswer(record, stage, index, members)),
      next_at: next === null ? null : new Date(next).toISOString(),
    };
  }
}

const isUnderWay = ({ state }: RolloutRecord): boolean => state === 'running' || state === 'paused';

/**
 * Chooses the nodes of the first two stages. The first stage is one node. The first and the second stage together are
 * ten percent of the nodes. Nodes that report are preferred.
 */
function chosenOf(members: readonly Member[]): [string[], string[]] {
  const order = [...members].sort(
    (a, b) => Number(a.silent) - Number(b.silent) || a.node.name.localeCompare(b.node.name, 'en'),
  );
  const ids = order.map(({ node }) => node.id);
  const tenth = Math.max(1, Math.ceil(ids.length / 10));
  return [ids.slice(0, 1), ids.slice(1, tenth)];
}

/** Returns the time at which a node first fetched the version; undefined: the node has not fetched it yet. */
const fetchedAt = (
  { configuration_id: id, to_version: version }: RolloutRecord,
  { delivered }: NodeRecord,
): number | undefined => (delivered[id]?.version === version ? delivered[id].at : undefined);

const statusFor = ({ configuration_id: id }: RolloutRecord, { details }: NodeRecord) =>
  details.status?.collectors.find(({ configuration_id }) => configuration_id === id);

/**
 * Explains why a node fails with the new version. Returns undefined if the node reports no failure, has not fetched the
 * version, or has not reported since it fetched the version.
 */
function failureOf(record: RolloutRecord, node: NodeRecord): string | undefined {
  const fetched = fetchedAt(record, node);
  const status = statusFor(record, node);
  if (fetched === undefined || node.seen <= fetched || status?.status !== 2) return undefined;
  return [status.message, status.verbose_message].filter((text) => text !== '').join(' ') || 'no reason was given';
}

function runs(record: RolloutRecord, node: NodeRecord): boolean {
  const fetched = fetchedAt(record, node);
  return fetched !== undefined && node.seen > fetched && statusFor(record, node)?.status === 0;
}

function stageAnswer(
  record: RolloutRecord,
  name: RolloutStage['name'],
  index: number,
  members: readonly Member[],
): RolloutStage {
  const [first, second] = record.chosen;
  const ids = new Set(index === 0 ? first : [...first, ...second]);
  const own = index === 2 ? members : members.filter(({ node }) => ids.has(node.id));
  const begun = index <= record.stage;
  const failing = begun
    ? own.flatMap(({ node }) => {
        const message = failureOf(record, node);
        return message === undefined
          ? []
          : [{ node_id: node.id, node_name: node.name, message: message.slice(0, 1000) }];
      })
    : [];
  const state =
    record.state === 'done' || index < record.stage
      ? 'done'
      : index > record.stage || record.state === 'rolled_back'
        ? 'waiting'
        : record.state;
  return {
    name,
    state,
    nodes: own.length,
    running: begun ? own.filter(({ node }) => runs(record, node)).length : 0,
    failing: failing.slice(0, 20),
  };
}
