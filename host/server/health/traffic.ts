/**
 * Counts by hour the received messages, and the bytes that were received, decoded and made searchable. The counts
 * survive restarts and are kept for a year.
 */
import type { TrafficHistogram, TrafficQuery } from '../../../api/contract/system-overview.schema.js';
import type { Collection, Documents } from '../store/types.js';

/** Totals of messages and bytes since the server started. */
export interface TrafficTotals {
  /** Number of received bytes. */
  readonly input: number;
  /** Bytes of the decoded messages. */
  readonly decoded: number;
  /** Bytes of messages that became searchable. */
  readonly output: number;
  /** Number of received messages. */
  readonly messages: number;
}

interface TrafficRecord extends TrafficTotals {
  /** Beginning of the hour, ISO 8601 in UTC. */
  readonly id: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Days for which counts are kept: a year, including today. */
const keptDays = 366;
const standardDays = 30;
/** Milliseconds between two readings of the totals; a reading counts for the hour in which it happens. */
const readingMs = 10_000;
/** Milliseconds between two writes of the counts; a killed server loses at most the counts of this time. */
const storingMs = 60_000;

const nothing: TrafficTotals = { input: 0, decoded: 0, output: 0, messages: 0 };
const names = ['input', 'decoded', 'output', 'messages'] as const;
const combined = (a: TrafficTotals, b: TrafficTotals, sign = 1): TrafficTotals => ({
  input: a.input + sign * b.input,
  decoded: a.decoded + sign * b.decoded,
  output: a.output + sign * b.output,
  messages: a.messages + sign * b.messages,
});
const hasAny = (totals: TrafficTotals) => names.some((name) => totals[name] > 0);
const startOf = (time: number, lengthMs: number) => new Date(Math.floor(time / lengthMs) * lengthMs).toISOString();

export interface TrafficOptions {
  readonly documents: Documents;
  readonly totals: () => TrafficTotals;
  readonly onError: (error: unknown) => void;
  /** Returns the present time in epoch milliseconds. */
  readonly now?: () => number;
}

export class Traffic {
  readonly #stored: Collection<TrafficRecord>;
  readonly #options: TrafficOptions;
  readonly #now: () => number;
  /** Counts that are not stored yet, by hour. */
  readonly #waiting = new Map<string, TrafficTotals>();
  readonly #timers: readonly NodeJS.Timeout[];
  #last: TrafficTotals;

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#stored = options.documents.collection<TrafficRecord>('traffic');
    this.#last = options.totals();
    this.#timers = [
      setInterval(() => this.#read(), readingMs).unref(),
      setInterval(() => void this.store(), storingMs).unref(),
    ];
  }

  histogram({ days = standardDays, daily = false, includeToday = true }: TrafficQuery): TrafficHistogram {
    this.#read();
    const now = this.#now();
    const today = startOf(now, dayMs);
    const from = startOf(now - days * dayMs, daily ? dayMs : hourMs);
    const answer: TrafficHistogram = {
      from,
      to: includeToday ? new Date(now).toISOString() : today,
      input: {},
      output: {},
      decoded: {},
    };
    const hours = new Set([...this.#stored.all().map(({ id }) => id), ...this.#waiting.keys()]);
    for (const hour of [...hours].sort()) {
      if (hour < from || (!includeToday && hour >= today)) continue;
      const counted = combined(this.#stored.get(hour) ?? nothing, this.#waiting.get(hour) ?? nothing);
      const bucket = daily ? startOf(Date.parse(hour), dayMs) : hour;
      for (const name of ['input', 'output', 'decoded'] as const) {
        if (counted[name] > 0) answer[name][bucket] = (answer[name][bucket] ?? 0) + counted[name];
      }
    }
    return answer;
  }

  /** Stores the counts, and deletes those older than a year. */
  async store(): Promise<void> {
    this.#read();
    const oldest = startOf(this.#now() - keptDays * dayMs, hourMs);
    try {
      for (const [hour, counted] of [...this.#waiting]) {
        const before = this.#stored.get(hour) ?? nothing;
        // Messages that arrive during the write are counted in a new entry.
        this.#waiting.delete(hour);
        await this.#stored.put({ id: hour, ...combined(before, counted) }).catch((error: unknown) => {
          this.#waiting.set(hour, combined(counted, this.#waiting.get(hour) ?? nothing));
          throw error;
        });
      }
      for (const { id } of this.#stored.all()) if (id < oldest) await this.#stored.delete(id);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.store();
  }

  #read(): void {
    const totals = this.#options.totals();
    const more = combined(totals, this.#last, -1);
    this.#last = totals;
    if (!hasAny(more)) return;
    const hour = startOf(this.#now(), hourMs);
    this.#waiting.set(hour, combined(this.#waiting.get(hour) ?? nothing, more));
  }
}
