/**
 * Warns before the disk is full: once, and again only when the shortage had ended in between or has become urgent. A
 * warning that is still shown is replaced when the shortage is no longer urgent.
 */
import type { IndexSetGrowth } from '../../../api/contract/index-sets.schema.js';
import type { Log } from '../log/log.js';
import type { SystemNotifications } from './notifications.js';
import { pause } from '../foundation/pause.js';

export const fillingKey = 'disk_filling';
const GiB = 1024 ** 3;

/**
 * Thresholds of the warning: a number of days until the disk is full, and a number of free bytes. On a small disk, the
 * free bytes are compared with a share of its size instead.
 */
const warning = { days: 14, bytes: 5 * GiB, share: 0.05 } as const;
/** Thresholds of an urgent warning. */
const urgent = { days: 3, bytes: GiB, share: 0.01 } as const;
/**
 * The notification ends only when the forecast and the free space are better than the limit by this factor, so that it
 * does not flicker at the limit.
 */
const ease = 1.2;
const checkEveryMs = 10 * 60_000;
const dayMs = 86_400_000;

export interface DiskState {
  readonly disk: IndexSetGrowth['disk'];
  readonly forecast: IndexSetGrowth['forecast'];
}

type Level = 0 | 1 | 2;

/** Formats bytes with a suitable unit, because small amounts matter even on a large disk. */
const amount = (bytes: number): string =>
  bytes < GiB ? `${((bytes * 1024) / GiB).toFixed(1)} MiB` : `${(bytes / GiB).toFixed(1)} GiB`;

export interface DiskFillingRooms {
  readonly notifications: SystemNotifications;
  /** Path of the directory with the messages. */
  readonly directory: string;
  readonly log: Log;
  readonly state: () => Promise<DiskState>;
  /** Returns the present time in epoch milliseconds. */
  readonly now?: () => number;
  readonly everyMs?: number;
}

export class DiskFillingNotice {
  readonly #rooms: DiskFillingRooms;
  readonly #stop = new AbortController();
  #level: Level = 0;

  constructor(rooms: DiskFillingRooms) {
    this.#rooms = rooms;
  }

  /** Checks immediately, and then periodically until it is stopped. */
  async watch(): Promise<void> {
    const { signal } = this.#stop;
    const { everyMs = checkEveryMs, log } = this.#rooms;
    while (!signal.aborted) {
      try {
        await this.check();
      } catch (error) {
        if (!signal.aborted) log.error('The forecast of the disk usage could not be made', { error });
      }
      await pause(everyMs, signal);
    }
  }

  /**
   * Checks the disk, and publishes or removes the notification when the level has changed. So a dismissed notification
   * is not repeated at the same or a lower level.
   */
  async check(): Promise<void> {
    const { notifications, state, log } = this.#rooms;
    const found = await state();
    if (this.#stop.signal.aborted) return;
    const level = levelOf(found, this.#level);
    if (level === this.#level) return;
    const isWorse = level > this.#level;
    this.#level = level;
    const wasShown = await notifications.remove('generic', fillingKey);
    if (level === 0) return log.info('The disk is not about to become full any more');
    if (!isWorse && !wasShown) return;
    const { title, description } = this.#text(found);
    log.warn(title, { description });
    const severity = level === 2 ? 'urgent' : 'normal';
    notifications.raise({ type: 'generic', key: fillingKey, severity, details: { title, description } });
  }

  #text({ disk, forecast }: DiskState): { title: string; description: string } {
    const { directory, now = Date.now } = this.#rooms;
    const days = forecast?.full_in_days ?? undefined;
    const free = `${amount(disk?.free_bytes ?? 0)} of ${amount(disk?.total_bytes ?? 0)} are free in ${directory}.`;
    const what = 'Make space there, keep messages for a shorter time, or take fewer in.';
    if (days === undefined || days > warning.days)
      return { title: 'There is little space left on the disk', description: `${free} ${what}` };
    const day = new Date(now() + days * dayMs).toISOString().slice(0, 10);
    return {
      title: `At this rate the disk is full on ${day}`,
      description: `Index sets take ${amount(forecast?.bytes_per_day ?? 0)} a day. ${free} ${what}`,
    };
  }

  /** Stops checking; a running check is not awaited, and publishes nothing if it still reads the state of the disk. */
  stop(): void {
    this.#stop.abort();
  }
}

/**
 * Returns the level of the shortage. 0: none, 1: warning, 2: urgent.
 * @param before level at the last check
 */
export function levelOf({ disk, forecast }: DiskState, before: Level): Level {
  if (!disk) return before;
  const days = forecast?.full_in_days ?? Infinity;
  // Without a forecast, for instance because counting the messages exceeded its time limit, the level does not
  // decrease.
  const least: Level = forecast === null ? before : 0;
  const isBelow = ({ days: few, bytes, share }: typeof warning | typeof urgent, factor: number): boolean =>
    days <= few * factor || disk.free_bytes <= Math.min(bytes, disk.total_bytes * share) * factor;
  if (isBelow(urgent, before === 2 ? ease : 1)) return 2;
  return isBelow(warning, before > 0 ? ease : 1) && least === 0 ? 1 : least;
}
