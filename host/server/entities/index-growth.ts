/**
 * Measures how many messages an index set receives each day, their disk space, and when the disk will be full (beyond
 * the contract).
 */
import type { IndexSetGrowth } from '../../../api/contract/index-sets.schema.js';
import { indexSets, quotedIndex } from '../store/index.js';
import type { Asker, Documents, IndexFacts, MessageStore } from '../store/types.js';
import { daysUntilFull, roomOf, type Growing } from './disk-forecast.js';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Number of reported days, including today. */
const reportedDays = 30;
/** Number of days, including today, from which the forecast takes the rate of growth. */
const rateDays = 7;
/** Milliseconds after which an index that is written to is counted again. */
const freshMs = 60_000;
/** Milliseconds after which a request stops counting; the next request continues. */
const longestMs = 5000;

/** Counting queries have the lowest rank, so that they delay no user's search. */
const atLeisure: Asker = { username: '', rank: 'background' };

/** Numbers of received messages by UTC day, counted from 1970-01-01. */
type ByDay = ReadonlyMap<number, number>;

interface Counted {
  /** Creation time of the index, because a later index may have the same name. */
  readonly createdAt: number;
  readonly messages: number;
  /** Time of the count, epoch milliseconds. */
  readonly at: number;
  readonly byDay: Promise<ByDay>;
}

interface Figures {
  readonly messages: number;
  readonly bytes: number;
}

export class IndexGrowth {
  readonly #store: MessageStore;
  readonly #documents: Documents;
  readonly #now: () => number;
  readonly #counted = new Map<string, Counted>();

  /** @param now returns the present time in epoch milliseconds */
  constructor(store: MessageStore, documents: Documents, now: () => number = Date.now) {
    this.#store = store;
    this.#documents = documents;
    this.#now = now;
  }

  /** Returns the growth of an index set. @param setId id of an existing index set */
  async of(setId: string): Promise<IndexSetGrowth> {
    const now = this.#now();
    const today = Math.floor(now / dayMs);
    const facts = this.#store.facts();
    this.#forget(facts);
    const [sizes, disk] = await Promise.all([this.#store.diskBytes(), this.#store.disk()]);
    const end = AbortSignal.timeout(longestMs);
    const days = new Map<string, Map<number, Figures>>();
    let isComplete = true;
    // The indices of the requested index set are counted first.
    for (const index of facts.toSorted((a, b) => Number(b.set === setId) - Number(a.set === setId))) {
      if (index.messages === 0 || (index.sealedAt ?? now) < (today - reportedDays) * dayMs) continue;
      const byDay = await this.#byDay(index, now, end);
      if (!byDay) isComplete = false;
      else add(days, index, byDay, sizes.get(index.name) ?? 0);
    }
    const own = days.get(setId);
    return {
      days: Array.from({ length: reportedDays }, (_, at) => {
        const day = today - reportedDays + 1 + at;
        const { messages = 0, bytes = 0 } = own?.get(day) ?? {};
        return { date: new Date(day * dayMs).toISOString().slice(0, 10), messages, bytes: Math.round(bytes) };
      }),
      is_complete: isComplete,
      disk: disk ? { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes } : null,
      forecast: disk && isComplete ? this.#forecast(days, facts, sizes, disk.freeBytes, now) : null,
    };
  }

  /**
   * Counts the messages of an index by day. A count stays valid while the number of messages in the index does not
   * change; the count of an index that is written to stays valid for at least `freshMs`.
   * @returns undefined: the time limit was reached, or a count that another request began has failed
   */
  async #byDay(index: IndexFacts, now: number, end: AbortSignal): Promise<ByDay | undefined> {
    const { name, createdAt, messages } = index;
    const known = this.#counted.get(name);
    const isSame = known?.createdAt === createdAt && known.messages === messages;
    const isFresh = known?.createdAt === createdAt && index.isWritten && now - known.at < freshMs;
    if (known && (isSame || isFresh)) return known.byDay.catch(() => undefined);
    if (end.aborted) return undefined;
    const byDay = this.#count(name, end);
    this.#counted.set(name, { createdAt, messages, at: now, byDay });
    return byDay.catch((error: unknown) => {
      if (this.#counted.get(name)?.byDay === byDay) this.#counted.delete(name);
      // The index was deleted meanwhile, so the result is complete without it.
      if (!this.#store.facts().some((one) => one.name === name)) return new Map<number, number>();
      if (end.aborted) return undefined;
      throw error;
    });
  }

  async #count(name: string, end: AbortSignal): Promise<ByDay> {
    const sql = `SELECT epoch_ms(received) // ${dayMs} AS day, count(*) AS messages FROM ${quotedIndex(name)}.messages GROUP BY ALL`;
    const rows = await this.#store.query(sql, [], end, atLeisure);
    return new Map(rows.map(({ day, messages }) => [Number(day), Number(messages)]));
  }

  #forecast(
    days: ReadonlyMap<string, ReadonlyMap<number, Figures>>,
    facts: readonly IndexFacts[],
    sizes: ReadonlyMap<string, number>,
    freeBytes: number,
    now: number,
  ): IndexSetGrowth['forecast'] {
    const first = Math.floor(now / dayMs) - rateDays + 1;
    const since = Math.max(first * dayMs, Math.min(...facts.map(({ createdAt }) => createdAt)));
    if (!(now - since >= hourMs)) return null;
    const growing: Growing[] = indexSets(this.#documents)
      .all()
      .map((set) => {
        const perDay = (bytesSince(days.get(set.id), first) / (now - since)) * dayMs;
        const own = facts.filter((index) => index.set === set.id);
        const messages = own.reduce((sum, index) => sum + index.messages, 0);
        const bytes = own.reduce((sum, { name }) => sum + (sizes.get(name) ?? 0), 0);
        return { perDay, room: roomOf(set, { messages, bytes, perDay }) };
      });
    return {
      bytes_per_day: Math.round(growing.reduce((sum, { perDay }) => sum + perDay, 0)),
      full_in_days: daysUntilFull(freeBytes, growing) ?? null,
    };
  }

  /** Forgets the counts of deleted indices. */
  #forget(facts: readonly IndexFacts[]): void {
    const names = new Set(facts.map(({ name }) => name));
    for (const name of this.#counted.keys()) if (!names.has(name)) this.#counted.delete(name);
  }
}

/** Distributes the size of an index over its days in proportion to their messages. */
function add(days: Map<string, Map<number, Figures>>, { set }: IndexFacts, byDay: ByDay, size: number): void {
  const own = days.get(set) ?? new Map<number, Figures>();
  days.set(set, own);
  const all = [...byDay.values()].reduce((sum, messages) => sum + messages, 0);
  for (const [day, messages] of byDay) {
    const before = own.get(day) ?? { messages: 0, bytes: 0 };
    own.set(day, { messages: before.messages + messages, bytes: before.bytes + (size * messages) / all });
  }
}

function bytesSince(days: ReadonlyMap<number, Figures> | undefined, first: number): number {
  let sum = 0;
  for (const [day, { bytes }] of days ?? []) if (day >= first) sum += bytes;
  return sum;
}
