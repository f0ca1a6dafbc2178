/**
 * Runs a data adapter, and refreshes its source at intervals. If a refresh fails, the present data is kept, and the
 * status reports the error and the time since which the error lasts.
 */
import { errorTtlMs, errorResult, type LookupResult } from './result.js';
import type { AdapterStatus, DataAdapter } from '../../../api/contract/lookup.js';
import { milliseconds } from '../../../api/lookup/fields.js';
import { Timer } from '../metrics/timer.js';
import { EgressRefusedError } from '../outgoing/egress-guard.js';
import { noFigures, reasonOf, type Adapter, type AdapterRooms } from './adapter.js';
import { runningTypes } from './adapters/index.js';
import { isoOrNull } from '../foundation/iso-time.js';

export interface AdapterEvents {
  /** Called when the data of the source has changed. */
  readonly onChange: () => void;
  /**
   * Called with the reason when a refresh fails because the URL whitelist does not allow an address. Called with
   * undefined after the first refresh that does not fail for this reason, also at the beginning, because an earlier
   * version of the adapter may have reported a failure.
   */
  readonly onEgressRefused: (reason: string | undefined) => void;
}

/** Longest time in milliseconds after which a failed refresh is repeated, even if the refresh interval is longer. */
const retryMs = 60_000;
const longestTimerMs = 2_000_000_000;

export class RunningAdapter {
  readonly requests = new Timer();
  readonly refreshes = new Timer();
  readonly started: Promise<void>;
  readonly #adapter: Adapter;
  readonly #rooms: AdapterRooms;
  readonly #events: AdapterEvents;
  readonly #errorTtl: number;
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #failure: { readonly reason: string; readonly since: number } | undefined;
  #ownSince: number | undefined;
  /** True if the URL whitelist refused the last refresh; undefined before the first refresh. */
  #isEgressRefused: boolean | undefined;
  #loadedAt: number | undefined;
  #loadMs: number | undefined;
  #nextAt: number | undefined;

  constructor(
    readonly document: DataAdapter,
    rooms: AdapterRooms,
    events: AdapterEvents,
  ) {
    this.#rooms = rooms;
    this.#events = events;
    this.#errorTtl = ttlOf(document);
    this.#adapter = this.#made();
    this.started = this.#refresh();
  }

  /** Reason why the adapter cannot be used, or why its last refresh has failed; undefined: neither is the case. */
  get error(): string | undefined {
    const own = this.#adapter.error;
    // `#ownSince` is the time at which the present error of the adapter itself was noticed first.
    if (own === undefined) this.#ownSince = undefined;
    else this.#ownSince ??= this.#rooms.now();
    return own ?? this.#failure?.reason;
  }

  /** Looks up a key in the adapter; it neither throws nor rejects. */
  lookup(key: string): LookupResult | Promise<LookupResult> {
    const begun = performance.now();
    const settled = (result: LookupResult): LookupResult => {
      this.requests.add(performance.now() - begun);
      return result.has_error && this.#errorTtl !== result.ttl ? { ...result, ttl: this.#errorTtl } : result;
    };
    try {
      const found = this.#adapter.lookup(key);
      return found instanceof Promise ? found.then(settled, () => settled(errorResult())) : settled(found);
    } catch {
      return settled(errorResult());
    }
  }

  status(): AdapterStatus {
    const { error } = this;
    const { rows, problems, problemCount, first } = this.#adapter.figures;
    return {
      rows: rows ?? null,
      loaded_at: isoOrNull(this.#loadedAt),
      next_check_at: isoOrNull(this.#nextAt),
      error: error ?? null,
      error_since: error === undefined ? null : isoOrNull(this.#ownSince ?? this.#failure?.since),
      problems: [...problems],
      problem_count: problemCount,
      first: [...first],
      load_ms: this.#loadMs ?? null,
    };
  }

  tick(): void {
    this.requests.tick();
    this.refreshes.tick();
  }

  /** Refreshes the source now, without waiting for its interval. */
  async refresh(): Promise<void> {
    await this.started;
    clearTimeout(this.#timer);
    await this.#refresh();
  }

  close(): void {
    this.#end.abort(new Error('The data adapter was stopped.'));
    clearTimeout(this.#timer);
    this.#adapter.close?.();
  }

  #made(): Adapter {
    const { config } = this.document;
    const type = runningTypes.get(config.type);
    const failed = (error: string): Adapter => ({ error, figures: noFigures, lookup: () => errorResult() });
    if (!type) return failed(`This server has no data adapters of the type "${config.type}".`);
    try {
      return type.make(config, this.#rooms, this.document);
    } catch (error) {
      return failed(reasonOf(error));
    }
  }

  async #refresh(): Promise<void> {
    const begun = performance.now();
    try {
      const isChanged = await this.#adapter.refresh?.(this.#end.signal);
      if (this.#end.signal.aborted) return;
      this.#failure = undefined;
      this.#reportEgress(undefined);
      if (isChanged) {
        this.#loadedAt = this.#rooms.now();
        this.#loadMs = performance.now() - begun;
        this.#events.onChange();
      }
    } catch (error) {
      if (this.#end.signal.aborted) return;
      const reason = reasonOf(error);
      this.#failure = { reason, since: this.#failure?.since ?? this.#rooms.now() };
      this.#reportEgress(error instanceof EgressRefusedError ? reason : undefined);
    }
    this.refreshes.add(performance.now() - begun);
    const { refreshMs } = this.#adapter;
    if (refreshMs === undefined || !this.#adapter.refresh) return;
    const wait = Math.min(this.#failure ? Math.min(refreshMs, retryMs) : refreshMs, longestTimerMs);
    this.#nextAt = this.#rooms.now() + wait;
    this.#timer = setTimeout(() => void this.#refresh(), wait).unref();
  }

  #reportEgress(reason: string | undefined): void {
    if (reason === undefined && this.#isEgressRefused === false) return;
    this.#isEgressRefused = reason !== undefined;
    this.#events.onEgressRefused(reason);
  }
}

/** Returns the milliseconds for which errors of an adapter are cached. */
function ttlOf({
  custom_error_ttl_enabled: isOn,
  custom_error_ttl: ttl,
  custom_error_ttl_unit: unit,
}: DataAdapter): number {
  return (isOn === true ? milliseconds(ttl, unit) : undefined) ?? errorTtlMs;
}
