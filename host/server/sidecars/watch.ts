/**
 * Watches the nodes. It sends a system notification (which also creates an event) about silent, failing or flapping
 * nodes, deletes nodes that are silent for a long time, and advances rollouts.
 */
import type { SidecarFigures } from '../../../api/contract/sidecars.schema.js';
import { Yielder } from '../foundation/yielding.js';
import type { Log } from '../log/log.js';
import type { SystemNotifications } from '../system-notifications/notifications.js';
import { flappingFrom, truthfulState, type TruthfulState } from './node-state.js';
import type { NodeRecord } from './nodes.js';
import type { Sidecars } from './sidecars.js';

export interface WatchTimes {
  /** Interval of checking the nodes, in milliseconds. */
  readonly everyMs: number;
  /**
   * Milliseconds for which a node must be silent or failing before a notification is sent, so that the restart of a
   * machine causes no notification.
   */
  readonly patienceMs: number;
}

const usualWatch: WatchTimes = { everyMs: 5000, patienceMs: 5 * 60_000 };

type Kind = SidecarFigures['attention'][number]['kind'];

/**
 * Largest number of nodes per kind of problem that get a notification each. If more nodes have the problem, one common
 * notification gives their number and the first ten names.
 */
const mostReported = 20;

export interface Trouble {
  readonly node: NodeRecord;
  readonly kind: Kind;
  readonly message: string;
  /** Start of the problem, epoch milliseconds. */
  readonly since: number;
}

/** Describes the problem of a node; undefined: the node has no problem. */
export function troubleOf(node: NodeRecord, state: TruthfulState): Trouble | undefined {
  const reason = node.details.status?.message ?? '';
  if (state.silent)
    return {
      node,
      kind: 'silent',
      message: reason === '' ? 'It has said nothing of its state.' : `Its last word was "${reason}".`,
      since: state.since,
    };
  if (state.flaps >= flappingFrom)
    return {
      node,
      kind: 'flapping',
      message: `It failed or came back ${state.flaps} times in 24 hours.`,
      since: state.since,
    };
  if (state.code !== 2) return undefined;
  const failing = node.details.status?.collectors.find(({ status }) => status === 2);
  return { node, kind: 'failing', message: failing?.message || reason || 'No reason was given.', since: state.since };
}

export class SidecarWatch {
  readonly #sidecars: Sidecars;
  readonly #notifications: SystemNotifications;
  readonly #log: Log;
  readonly #times: WatchTimes;
  readonly #startedAt: number;
  /** Notifications that were sent and not removed yet, each as `KIND NODE_ID` or `many KIND`. */
  readonly #notified = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(sidecars: Sidecars, notifications: SystemNotifications, log: Log, times: WatchTimes = usualWatch) {
    this.#sidecars = sidecars;
    this.#notifications = notifications;
    this.#log = log;
    this.#times = times;
    this.#startedAt = sidecars.now();
    for (const { type, key } of notifications.all())
      if (type.startsWith('sidecar_') && key !== undefined)
        this.#notified.add(`${type.slice('sidecar_'.length)} ${key}`);
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.look()
        .catch((error: unknown) => this.#log.error('Looking at the sidecars failed', { error }))
        .finally(() => (this.#looking = undefined));
    }, this.#times.everyMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#sidecars.nodes.flushAll();
  }

  async look(): Promise<void> {
    const sidecars = this.#sidecars;
    const { silentAfter, forgottenAfter } = sidecars;
    const now = sidecars.now();
    const yielder = new Yielder();
    const troubles: Trouble[] = [];
    for (const node of sidecars.nodes.all()) {
      if (yielder.isOver) await yielder.pause();
      if (now - node.seen > forgottenAfter) {
        await sidecars.forget(node.id);
        continue;
      }
      const trouble = troubleOf(node, truthfulState(node.state, node.seen, now, silentAfter));
      if (trouble && this.#isDue(trouble, now)) troubles.push(trouble);
    }
    await this.#tell(troubles);
    await this.#driveRollouts();
    await sidecars.nodes.flush();
  }

  /**
   * Tells whether a problem needs a notification. Flapping needs it at once, other problems after `patienceMs`. A
   * problem for which a notification was sent before still needs it. After a start of the server, silent nodes have
   * `patienceMs` to report.
   */
  #isDue({ kind, node, since }: Trouble, now: number): boolean {
    if (kind === 'flapping' || this.#notified.has(`${kind} ${node.id}`) || this.#notified.has(`many ${kind}`))
      return true;
    return now - Math.max(since, kind === 'silent' ? this.#startedAt : 0) >= this.#times.patienceMs;
  }

  async #tell(troubles: readonly Trouble[]): Promise<void> {
    const wanted = new Map<string, () => Promise<void>>();
    for (const kind of ['silent', 'failing', 'flapping'] as const) {
      const own = troubles.filter((trouble) => trouble.kind === kind);
      if (own.length > mostReported) {
        const details = {
          kind,
          count: own.length,
          names: own
            .slice(0, 10)
            .map(({ node }) => node.name)
            .join(', '),
        };
        wanted.set(`many ${kind}`, () => this.#notifications.publish({ type: 'sidecar_many', key: kind, details }));
        continue;
      }
      for (const { node, message } of own) {
        const details = { node_name: node.name, node_id: node.id, message };
        wanted.set(`${kind} ${node.id}`, () =>
          this.#notifications.publish({ type: `sidecar_${kind}`, key: node.id, severity: 'urgent', details }),
        );
      }
    }
    for (const known of [...this.#notified]) {
      if (wanted.has(known)) continue;
      const [kind = '', ...rest] = known.split(' ');
      await this.#notifications.remove(`sidecar_${kind}`, rest.join(' '));
      this.#notified.delete(known);
    }
    for (const [name, publish] of wanted) {
      if (this.#notified.has(name)) continue;
      await publish();
      this.#notified.add(name);
    }
  }

  async #driveRollouts(): Promise<void> {
    const { rollouts, documents } = this.#sidecars;
    for (const record of rollouts.all()) {
      if (record.state !== 'running' || !documents.configurations.get(record.configuration_id)) continue;
      const before = record.stage;
      const changed = await rollouts.look(record, this.#sidecars.members(record.configuration_id));
      if (!changed) continue;
      if (changed.stage !== before || changed.state !== record.state) this.#sidecars.changed();
      if (changed.state === 'paused')
        this.#log.warn('A rollout of a sidecar configuration was paused', {
          configuration: changed.configuration_id,
          reason: changed.reason,
        });
    }
  }
}
