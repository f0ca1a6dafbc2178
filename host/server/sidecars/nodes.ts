/**
 * Keeps the known nodes in memory. A node reports every few seconds, so values that change with every report (time of
 * the report, load) are stored only occasionally. Manual assignments are stored immediately, other changes, such as
 * tags and states, at the next call of `flush`.
 */
import type { CollectorAction, NodeDetails, OpampFacts } from '../../../api/contract/sidecars.schema.js';
import { TooManyRequestsError } from '../foundation/errors.js';
import type { Collection, Documents } from '../store/types.js';
import { detailsBytes } from './node-details.js';
import { newState, reported, type StateRecord } from './node-state.js';

interface Delivery {
  readonly version: number;
  /** Time of the first fetch of this version, epoch milliseconds. */
  readonly at: number;
}

export interface NodeRecord {
  readonly id: string;
  name: string;
  version: string;
  details: NodeDetails;
  protocol: 'sidecar' | 'opamp';
  opamp: OpampFacts | null;
  /** Configurations that users have assigned to the node. */
  manual: { readonly collector_id: string; readonly configuration_id: string }[];
  /** Time of the first registration, epoch milliseconds. */
  readonly registered: number;
  seen: number;
  state: StateRecord;
  /** Versions that the node has fetched, by configuration id. */
  delivered: Record<string, Delivery>;
}

export interface Report {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly details: NodeDetails;
  readonly protocol: 'sidecar' | 'opamp';
  /** Facts that only OpAMP agents report; null: the node is a sidecar agent. */
  readonly opamp: OpampFacts | null;
}

const nodeLimits = {
  nodes: 5000,
  /** Largest number of new nodes that may register at once. */
  burst: 2000,
  /** Number of further new nodes per second. */
  perSecond: 10,
  /**
   * Largest size of the details of all nodes in bytes; if it is exceeded, lists of log files and long messages are
   * dropped.
   */
  bytes: 128 * 1024 * 1024,
} as const;

/** Largest age in milliseconds of the stored form of a node whose report time and load alone have changed. */
const staleMs = 10 * 60_000;
/** Largest number of nodes that one call of `flush` stores. */
const writesPerTick = 100;

export class SidecarNodes {
  readonly #stored: Collection<NodeRecord>;
  readonly #nodes = new Map<string, NodeRecord>();
  readonly #actions = new Map<string, CollectorAction[]>();
  /** Times at which nodes were stored, in epoch milliseconds by node id. */
  readonly #written = new Map<string, number>();
  readonly #changed = new Set<string>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;
  #tokens: number = nodeLimits.burst;
  #refilled: number;
  readonly #startedAt: number;
  readonly #now: () => number;

  constructor(documents: Documents, now: () => number) {
    this.#stored = documents.collection<NodeRecord>('sidecars');
    this.#now = now;
    this.#refilled = now();
    this.#startedAt = now();
    for (const record of this.#stored.all()) this.#load(record);
  }

  /** Loads a stored node; members may be missing if another version, or a user, has written the record. */
  #load(record: NodeRecord): void {
    const { state } = record as Partial<NodeRecord>;
    if (typeof record.name !== 'string' || typeof record.details !== 'object') return;
    const known = { ...record, manual: [...record.manual], delivered: { ...record.delivered } };
    const kept = state ? { ...state, flaps: [...state.flaps] } : newState(1, record.seen);
    this.#nodes.set(record.id, { ...known, state: kept });
    this.#written.set(record.id, record.seen);
    this.#count(record.id, detailsBytes(record.details));
  }

  #count(id: string, bytes: number): void {
    this.#bytes += bytes - (this.#bytesOf.get(id) ?? 0);
    this.#bytesOf.set(id, bytes);
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(id: string): NodeRecord | undefined {
    return this.#nodes.get(id);
  }

  all(): NodeRecord[] {
    return [...this.#nodes.values()];
  }

  /**
   * Records a report.
   * @param silentAfter milliseconds after which a node counts as silent
   * @returns changed: true if the report differs in properties that assignments, templates or users depend on
   * @throws TooManyRequestsError when there are too many nodes, or too many new nodes in a short time
   */
  report(report: Report, silentAfter: number): { readonly node: NodeRecord; readonly changed: boolean } {
    const now = this.#now();
    const code = report.details.status?.status ?? 1;
    let node = this.#nodes.get(report.id);
    const isNew = node === undefined;
    const before = node && identityOf(node);
    if (!node) {
      this.#admit(now);
      node = { ...report, manual: [], registered: now, seen: now, state: newState(code, now), delivered: {} };
      this.#nodes.set(report.id, node);
    } else reported(node.state, code, node.seen, now, silentAfter, node.seen >= this.#startedAt);
    const details = this.#affordable(report.id, report.details);
    const since = node.state.since;
    Object.assign(node, { ...report, details, seen: now });
    const changed = isNew || before !== identityOf(node);
    if (changed || since === now) this.#changed.add(node.id);
    return { node, changed };
  }

  /** Records that a node is alive although it has sent no report, such as an OpAMP agent that answers a ping. */
  heard(node: NodeRecord, silentAfter: number): void {
    const now = this.#now();
    reported(node.state, node.details.status?.status ?? 1, node.seen, now, silentAfter, node.seen >= this.#startedAt);
    if (node.state.since === now) this.#changed.add(node.id);
    node.seen = now;
  }

  #admit(now: number): void {
    this.#tokens = Math.min(nodeLimits.burst, this.#tokens + ((now - this.#refilled) / 1000) * nodeLimits.perSecond);
    this.#refilled = now;
    if (this.#nodes.size >= nodeLimits.nodes) {
      throw new TooManyRequestsError(
        `There are ${nodeLimits.nodes} sidecars, which is the limit. Delete some that no longer exist.`,
        600,
      );
    }
    if (this.#tokens < 1)
      throw new TooManyRequestsError('Too many new sidecars register at once. They are let in as time passes.', 60);
    this.#tokens -= 1;
  }

  /** Returns the unchanged details or, if they exceed the memory limit of all nodes, a short form of them. */
  #affordable(id: string, details: NodeDetails): NodeDetails {
    const bytes = detailsBytes(details);
    if (this.#bytes - (this.#bytesOf.get(id) ?? 0) + bytes <= nodeLimits.bytes) {
      this.#count(id, bytes);
      return details;
    }
    const collectors = (details.status?.collectors ?? []).map((one) => ({ ...one, verbose_message: '' }));
    const status = details.status && { ...details.status, collectors: collectors.slice(0, 20) };
    const cut = { ...details, log_file_list: null, status };
    this.#count(id, detailsBytes(cut));
    return cut;
  }

  async assign(id: string, manual: NodeRecord['manual']): Promise<void> {
    const node = this.#nodes.get(id);
    if (!node) return;
    node.manual = manual;
    await this.#store(node);
  }

  delivered(node: NodeRecord, configurationId: string, version: number): void {
    if (node.delivered[configurationId]?.version === version) return;
    node.delivered[configurationId] = { version, at: this.#now() };
    this.#changed.add(node.id);
  }

  /** Forgets which version of a deleted configuration each node has fetched. */
  forgetConfiguration(configurationId: string): void {
    for (const node of this.#nodes.values()) {
      if (!(configurationId in node.delivered)) continue;
      delete node.delivered[configurationId];
      this.#changed.add(node.id);
    }
  }

  async remove(id: string): Promise<boolean> {
    this.#count(id, 0);
    this.#bytesOf.delete(id);
    this.#actions.delete(id);
    this.#written.delete(id);
    this.#changed.delete(id);
    const known = this.#nodes.delete(id);
    return (await this.#stored.delete(id)) || known;
  }

  /** Queues actions until the node's next full registration; an action replaces an earlier action for its collector. */
  addActions(id: string, actions: readonly CollectorAction[]): void {
    const pending = new Map((this.#actions.get(id) ?? []).map((action) => [action.collector_id, action]));
    for (const action of actions) pending.set(action.collector_id, action);
    this.#actions.set(id, [...pending.values()].slice(-100));
  }

  actions(id: string): readonly CollectorAction[] {
    return this.#actions.get(id) ?? [];
  }

  takeActions(id: string): CollectorAction[] {
    const actions = this.#actions.get(id) ?? [];
    this.#actions.delete(id);
    return actions;
  }

  async #store(node: NodeRecord): Promise<void> {
    this.#changed.delete(node.id);
    this.#written.set(node.id, this.#now());
    // Lists of log files are not stored, because they describe only the present moment.
    await this.#stored.put({ ...node, details: { ...node.details, log_file_list: null } });
  }

  /** Stores the latest report of every node, so that a restart of the server loses no report. */
  async flushAll(): Promise<void> {
    const unwritten = this.all().filter(({ id, seen }) => this.#changed.has(id) || seen > (this.#written.get(id) ?? 0));
    await Promise.all(unwritten.map((node) => this.#store(node)));
  }

  /** Stores up to a hundred of the nodes that have changed or whose stored form is old. */
  async flush(): Promise<void> {
    const old = this.#now() - staleMs;
    const due = new Set(this.#changed);
    for (const node of this.#nodes.values()) {
      if (due.size >= writesPerTick) break;
      if (node.seen > old && (this.#written.get(node.id) ?? 0) < old) due.add(node.id);
    }
    const nodes = [...due].slice(0, writesPerTick).flatMap((id) => this.#nodes.get(id) ?? []);
    await Promise.all(nodes.map((node) => this.#store(node)));
  }
}

/** Serialises the properties on which assignments, templates and lists depend. */
const identityOf = ({ name, version, details, protocol, opamp }: NodeRecord): string =>
  JSON.stringify([
    name,
    version,
    protocol,
    opamp?.service,
    details.operating_system,
    details.ip,
    details.tags,
    details.collector_configuration_directory,
  ]);
