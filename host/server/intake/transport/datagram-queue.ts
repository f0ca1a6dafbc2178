/**
 * Schedules datagrams, because many may arrive in one turn of the event loop, and some are slow to decode. When a turn
 * has taken long, the remaining datagrams wait for the next turn. Slow datagrams are decoded asynchronously, a few at a
 * time; for each sender the decompressed bytes per second are limited. A datagram for which the queue has no room is
 * dropped.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { intakeTurn } from '../decode/intake-turn.js';

export interface DatagramLimits {
  /** Largest number of waiting datagrams. */
  readonly waiting: number;
  /** Largest number of bytes of all waiting datagrams. */
  readonly waitingBytes: number;
  /** Largest number of slow datagrams that are decoded concurrently. */
  readonly heavy: number;
  /** Largest number of decompressed bytes of one sender per second. */
  readonly senderInflatedBytes: number;
  /** Largest number of decompressed bytes of all senders together per second. */
  readonly inflatedBytes: number;
}

const MiB = 1024 * 1024;
const defaultDatagramLimits: DatagramLimits = {
  waiting: 20_000,
  waitingBytes: 32 * MiB,
  heavy: 2,
  senderInflatedBytes: 16 * MiB,
  inflatedBytes: 32 * MiB,
};
/**
 * Largest number of senders that may use decompressed bytes in the same second. Datagrams of further senders, whose
 * addresses may be forged, may use none.
 */
const mostSenders = 10_000;
const windowMs = 1_000;

/** Counts the decompressed bytes of each sender in the current second. */
export class InflatedShares {
  readonly #bySender = new Map<string, number>();
  #all = 0;
  #since = 0;

  constructor(private readonly limits: Pick<DatagramLimits, 'senderInflatedBytes' | 'inflatedBytes'>) {}

  hasRoom(sender: string, now: number): boolean {
    this.#look(now);
    const isKnown = this.#bySender.has(sender) || this.#bySender.size < mostSenders;
    return (
      isKnown &&
      this.#all < this.limits.inflatedBytes &&
      (this.#bySender.get(sender) ?? 0) < this.limits.senderInflatedBytes
    );
  }

  spend(sender: string, bytes: number, now: number): void {
    this.#look(now);
    this.#all += bytes;
    this.#bySender.set(sender, (this.#bySender.get(sender) ?? 0) + bytes);
  }

  #look(now: number): void {
    if (now - this.#since < windowMs) return;
    this.#since = now;
    this.#all = 0;
    this.#bySender.clear();
  }
}

interface Waiting {
  readonly bytes: number;
  readonly work: () => void;
}

export class DatagramQueue {
  readonly #limits: DatagramLimits;
  readonly shares: InflatedShares;
  #light: Waiting[] = [];
  #draining: Promise<void> | undefined;
  readonly #heavy: { readonly bytes: number; readonly work: () => Promise<void> }[] = [];
  readonly #reading = new Set<Promise<void>>();
  #waiting = 0;
  #waitingBytes = 0;

  constructor(limits: DatagramLimits = defaultDatagramLimits) {
    this.#limits = limits;
    this.shares = new InflatedShares(limits);
  }

  /**
   * Runs a short task, immediately or in a later turn of the event loop, in the order of arrival.
   * @param bytes size of the datagram
   * @returns false: the queue is full
   */
  add(bytes: number, work: () => void): boolean {
    if (this.#light.length === 0 && !this.#draining && !intakeTurn.isOver) {
      work();
      return true;
    }
    if (!this.#hasRoom(bytes)) return false;
    this.#light.push({ bytes, work });
    this.#draining ??= this.#drain();
    return true;
  }

  /**
   * Runs a long task, concurrently with a limited number of other long tasks.
   * @returns false: the queue is full
   */
  addHeavy(bytes: number, work: () => Promise<void>): boolean {
    if (!this.#hasRoom(bytes)) return false;
    this.#heavy.push({ bytes, work });
    if (this.#reading.size < this.#limits.heavy) {
      const reading = this.#read().finally(() => this.#reading.delete(reading));
      this.#reading.add(reading);
    }
    return true;
  }

  /** Resolves when no task waits or runs any more. */
  async settled(): Promise<void> {
    while (this.#draining || this.#reading.size > 0) {
      await this.#draining;
      await Promise.all(this.#reading);
    }
  }

  #hasRoom(bytes: number): boolean {
    const { waiting, waitingBytes } = this.#limits;
    if (this.#waiting >= waiting || this.#waitingBytes + bytes > waitingBytes) return false;
    this.#waiting += 1;
    this.#waitingBytes += bytes;
    return true;
  }

  #leave({ bytes }: { readonly bytes: number }): void {
    this.#waiting -= 1;
    this.#waitingBytes -= bytes;
  }

  async #drain(): Promise<void> {
    await nextTurn();
    for (let some = this.#light.splice(0); some.length > 0; some = this.#light.splice(0)) {
      for (const one of some) {
        if (intakeTurn.isOver) await intakeTurn.room();
        this.#leave(one);
        one.work();
      }
    }
    this.#draining = undefined;
  }

  async #read(): Promise<void> {
    for (let one = this.#heavy.shift(); one; one = this.#heavy.shift()) {
      this.#leave(one);
      await one.work();
    }
  }
}
