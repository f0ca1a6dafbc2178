/** Checks whether the server works correctly, and explains the result of each check. */
import { statfs } from 'node:fs/promises';
import type { EventLoopFigures } from '../metrics/event-loop.js';
import type { Intake } from '../intake/index.js';
import { lagSeconds } from '../metrics/metrics.js';
import type { JournalState } from '../store/types.js';

type HealthStatus = 'ok' | 'warning' | 'failed';
export interface HealthCheck {
  readonly status: HealthStatus;
  /** Sentence that explains the status, also if it is `ok`. */
  readonly reason: string;
}
export interface Health {
  readonly status: HealthStatus;
  readonly checks: Readonly<Record<'journal' | 'disk' | 'store' | 'inputs' | 'event_loop', HealthCheck>>;
}

const MiB = 1024 * 1024;
/** Milliseconds after which loading counts as stuck if messages wait and none was loaded. */
const stuckMs = 60_000;
/** Number of seconds from which on the status is a warning because searches do not find newer messages yet. */
const lateSeconds = 30;
const loopMs = { warning: 100, failed: 1000 } as const;
const freeBytes = { warning: 1024 * MiB, failed: 128 * MiB } as const;

export interface HealthRooms {
  readonly directory: string;
  readonly store: { readonly journal: Pick<JournalState, 'loaded' | 'waitingBytes' | 'oldestWaiting'> };
  readonly intake: { readonly inputs: Pick<Intake['inputs'], 'all' | 'running'> };
  readonly loop: () => EventLoopFigures;
  /**
   * Numbers of waiting bytes from which on senders are slowed (`slowBytes`), and no message is accepted (`fullBytes`).
   */
  readonly limits: { readonly slowBytes: number; readonly fullBytes: number };
  /** Returns the reason why messages cannot be stored at present; undefined: they can be stored. */
  readonly storeFailure: () => string | undefined;
  /** Tells whether an administrator has paused loading. */
  readonly isPaused?: () => boolean;
  readonly now?: () => number;
}

const check = (status: HealthStatus, reason: string): HealthCheck => ({ status, reason });
const inMiB = (bytes: number): string => `${Math.round(bytes / MiB)} MiB`;

export class HealthChecks {
  #loaded = -1;
  #loadedAt = 0;

  constructor(private readonly rooms: HealthRooms) {}

  async look(): Promise<Health> {
    const checks = {
      journal: this.#journal(),
      disk: await this.#disk(),
      store: this.#store(),
      inputs: this.#inputs(),
      event_loop: this.#eventLoop(),
    };
    const all = Object.values(checks).map(({ status }) => status);
    return { status: all.includes('failed') ? 'failed' : all.includes('warning') ? 'warning' : 'ok', checks };
  }

  /**
   * Records the progress of loading; called regularly, so that a stuck journal is noticed even without health requests.
   */
  note(): void {
    const { store, isPaused = () => false, now = Date.now } = this.rooms;
    const { loaded, waitingBytes } = store.journal;
    // While loading is paused, or without waiting messages, a lack of progress is no fault.
    if (loaded === this.#loaded && waitingBytes > 0 && !isPaused()) return;
    this.#loaded = loaded;
    this.#loadedAt = now();
  }

  #journal(): HealthCheck {
    this.note();
    const { store, limits, isPaused = () => false, now = Date.now } = this.rooms;
    const { waitingBytes, oldestWaiting } = store.journal;
    const lag = Math.floor(lagSeconds(oldestWaiting, now()));
    const waits = `${inMiB(waitingBytes)} of messages wait to be loaded`;
    if (waitingBytes >= limits.fullBytes)
      return check('failed', `The journal is full: ${waits}, nothing more is taken in.`);
    if (isPaused()) return check('warning', `Processing is paused: ${waits}.`);
    const still = now() - this.#loadedAt;
    if (waitingBytes > 0 && still > stuckMs)
      return check('failed', `Nothing was loaded for ${Math.round(still / 1000)} seconds, though ${waits}.`);
    if (waitingBytes >= limits.slowBytes) return check('warning', `Senders are slowed: ${waits}.`);
    if (lag >= lateSeconds)
      return check('warning', `Everything received until ${lag} seconds ago is searchable: ${waits}.`);
    return check('ok', `${waits}.`);
  }

  async #disk(): Promise<HealthCheck> {
    const found = await statfs(this.rooms.directory).catch(() => undefined);
    if (!found) return check('warning', 'The free space of the disk is not known.');
    const free = found.bavail * found.bsize;
    const reason = `${inMiB(free)} of the disk are free.`;
    return check(free <= freeBytes.failed ? 'failed' : free <= freeBytes.warning ? 'warning' : 'ok', reason);
  }

  #store(): HealthCheck {
    const failure = this.rooms.storeFailure();
    return failure === undefined ? check('ok', 'Messages are stored.') : check('failed', failure);
  }

  /**
   * Checks the inputs that should run. Failed inputs make the status a warning at most, even if none runs: users have
   * to repair them, and removing the server from a load balancer would stop searches and alerts without helping.
   */
  #inputs(): HealthCheck {
    const { inputs } = this.rooms.intake;
    const wanted = inputs.all().filter(({ desired_state }) => desired_state === 'RUNNING');
    const running = wanted.filter(({ id }) => inputs.running(id)?.state === 'RUNNING').length;
    const reason = `${running} of ${wanted.length} inputs run.`;
    return check(running === wanted.length ? 'ok' : 'warning', reason);
  }

  #eventLoop(): HealthCheck {
    const { meanMs, maxMs } = this.rooms.loop();
    const reason = `Turns came ${Math.round(meanMs)} ms late on average, ${Math.round(maxMs)} ms at worst.`;
    return check(meanMs >= loopMs.failed ? 'failed' : meanMs >= loopMs.warning ? 'warning' : 'ok', reason);
  }
}
