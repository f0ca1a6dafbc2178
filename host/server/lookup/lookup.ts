/**
 * Runs the lookup tables. `lookup(table, key)` returns the result synchronously if the data is in memory or cached. It
 * returns a promise if the data adapter sends a request. It never throws. The writing methods work on stored tables
 * only. Definitions are documents; `sync` applies their changes without a moment in which a table is missing.
 */
import type {
  DataAdapter,
  ErrorStates,
  LookupCache as CacheDocument,
  LookupExplanation,
  LookupTable,
} from '../../../api/contract/lookup.js';
import type { ErrorStatesBody } from '../../../api/contract/lookup.schema.js';
import type { Metric } from '../../../api/contract/system.schema.js';
import { stringifyJson } from '../../../api/json.js';
import { entityCollection } from '../documents/kinds.js';
import { gauge } from '../metrics/metrics.js';
import type { Meter } from '../metrics/meter.js';
import type { Timer } from '../metrics/timer.js';
import type { Log } from '../log/log.js';
import { lookupError, type LookupAccess, type LookupReply } from '../pipelines/lookup-access.js';
import type { Collection, Documents } from '../store/types.js';
import type { SystemNotifications } from '../system-notifications/notifications.js';
import type { AdapterRooms } from './adapter.js';
import { LookupCache } from './cache.js';
import { appliedDefaults, defaultsOf, withDefaults } from './defaults.js';
import { errorResult, type LookupResult, type TableDefaults } from './result.js';
import { RunningAdapter } from './running-adapter.js';
import type { TableRow } from './stored/stored-table.js';
import { TableWriter } from './table-writer.js';

export interface LookupOptions {
  readonly documents: Documents;
  readonly rooms: AdapterRooms;
  readonly notifications: Pick<SystemNotifications, 'publish' | 'remove'>;
  readonly log: Log;
}

interface RunningTable {
  readonly document: LookupTable;
  readonly adapter: RunningAdapter;
  readonly cache: LookupCache;
  readonly cacheDocument: CacheDocument;
  readonly defaults: TableDefaults;
}

const tickMs = 1_000;
const sweepMs = 60_000;
/** Largest length of a key that is looked up, in characters. */
const longestKey = 16_384;

export class Lookup implements LookupAccess {
  readonly tables: Collection<LookupTable>;
  readonly caches: Collection<CacheDocument>;
  readonly adapters: Collection<DataAdapter>;
  readonly rooms: AdapterRooms;
  readonly #options: LookupOptions;
  readonly #runningAdapters = new Map<string, RunningAdapter>();
  readonly #runningCaches = new Map<string, { readonly document: CacheDocument; readonly cache: LookupCache }>();
  #runningTables: ReadonlyMap<string, RunningTable> = new Map();
  readonly #underway = new Map<string, Promise<LookupResult>>();
  readonly #writer: TableWriter;
  readonly #timers: NodeJS.Timeout[];

  constructor(options: LookupOptions) {
    const { documents, rooms } = options;
    this.#options = options;
    this.rooms = rooms;
    this.tables = entityCollection<LookupTable>(documents, 'lookup_table');
    this.caches = entityCollection<CacheDocument>(documents, 'lookup_cache');
    this.adapters = entityCollection<DataAdapter>(documents, 'lookup_adapter');
    this.#writer = new TableWriter(rooms.stored, (name) => this.#runningTables.get(name)?.adapter.document);
    rooms.stored.on((adapterId, keys) => this.#purge(adapterId, keys));
    this.#timers = [
      setInterval(() => this.#tick(), tickMs).unref(),
      setInterval(() => void rooms.stored.sweep(rooms.now()), sweepMs).unref(),
    ];
  }

  /** Reads stored tables and starts all adapters; sources are loaded in the background. */
  async open(): Promise<void> {
    await this.rooms.stored.open();
    this.sync();
  }

  /**
   * Applies the stored definitions. Adapters whose definition is unchanged continue. For changed definitions, new
   * adapters are started first; then the old adapters are closed.
   */
  sync(): void {
    const old: RunningAdapter[] = [];
    const adapters = new Map(this.adapters.all().map((document) => [document.id, document]));
    for (const [id, running] of this.#runningAdapters) {
      if (isSame(running.document, adapters.get(id))) continue;
      old.push(running);
      this.#runningAdapters.delete(id);
      this.#purge(id, undefined);
      if (!adapters.has(id)) this.#reportEgress(running.document, undefined);
    }
    for (const [id, document] of adapters) {
      if (!this.#runningAdapters.has(id)) this.#runningAdapters.set(id, this.#started(document));
    }
    const caches = new Map(this.caches.all().map((document) => [document.id, document]));
    for (const [id, { document }] of this.#runningCaches)
      if (!isSame(document, caches.get(id))) this.#runningCaches.delete(id);
    for (const [id, document] of caches) {
      if (!this.#runningCaches.has(id))
        this.#runningCaches.set(id, { document, cache: new LookupCache(document.config) });
    }
    this.#runningTables = new Map(
      this.tables.all().flatMap((document) => {
        const adapter = this.#runningAdapters.get(document.data_adapter_id);
        const cache = this.#runningCaches.get(document.cache_id);
        if (!adapter || !cache) return [];
        const running = {
          document,
          adapter,
          cache: cache.cache,
          cacheDocument: cache.document,
          defaults: defaultsOf(document),
        };
        return [[document.name, running]];
      }),
    );
    for (const running of old) running.close();
  }

  /**
   * Refreshes all sources; called after a change of the threat intelligence configuration, which may enable sources.
   */
  refreshAll(): void {
    for (const running of this.#runningAdapters.values()) void running.refresh();
  }

  has(table: string): boolean {
    return this.#runningTables.has(table);
  }

  /**
   * Looks up a key with cache and default values; an unknown table, or a key that is too long, yields an error result.
   */
  lookup(table: string, key: string): LookupResult | Promise<LookupResult> {
    const running = this.#runningTables.get(table);
    if (!running || key.length > longestKey) return errorResult();
    const found = this.#cached(running, key);
    return found instanceof Promise
      ? found.then((result) => withDefaults(result, running.defaults))
      : withDefaults(found, running.defaults);
  }

  /** Looks up a key in a data adapter, without cache and default values; undefined: no adapter with this name runs. */
  ask(adapter: string, key: string): LookupResult | Promise<LookupResult> | undefined {
    const document = this.adapters.find(({ name }) => name === adapter);
    return document && this.#runningAdapters.get(document.id)?.lookup(key);
  }

  adapter(id: string): RunningAdapter | undefined {
    return this.#runningAdapters.get(id);
  }

  /**
   * Looks up a key and explains whether the result comes from the cache, the adapter or the defaults; undefined: the
   * table does not run.
   */
  async explain(table: string, key: string, withoutCache: boolean): Promise<LookupExplanation | undefined> {
    const running = this.#runningTables.get(table);
    if (!running) return undefined;
    const { adapter, cache, cacheDocument, defaults } = running;
    const { id, title } = adapter.document;
    const entry = withoutCache ? undefined : cache.peek(id, key);
    const begun = performance.now();
    const found = entry ? this.#cached(running, key) : this.#requested(running, key, !withoutCache);
    const result = found instanceof Promise ? await found : found;
    const tookUs = (performance.now() - begun) * 1000;
    const stored = cache.peek(id, key);
    const left = stored && cache.leftOf(stored);
    return {
      result: withDefaults(result, defaults),
      cache: {
        title: cacheDocument.title,
        type: cacheDocument.config.type,
        hit: entry !== undefined,
        age_ms: entry ? this.rooms.now() - entry.storedAt : null,
        left_ms: left === undefined || left === Infinity ? null : left,
        entries: cache.entries < 0 ? null : cache.entries,
      },
      adapter: { title, asked: entry === undefined, error: adapter.error ?? null },
      defaults: appliedDefaults(result, defaults),
      took_us: tookUs,
      adapter_us: entry ? null : tookUs,
    };
  }

  /**
   * Removes cached results of the table's data adapter from all caches.
   * @param key undefined: the results of all keys are removed
   */
  purge(table: LookupTable, key: string | undefined): void {
    this.#purge(table.data_adapter_id, key === undefined ? undefined : [key]);
  }

  errorStates({ tables, data_adapters: adapters, caches }: ErrorStatesBody): ErrorStates {
    const states: ErrorStates = { tables: {}, data_adapters: {}, caches: {} };
    const known = new Map(this.adapters.all().map(({ name, id }) => [name, id]));
    for (const name of tables ?? []) {
      const running = this.#runningTables.get(name);
      if (running) put(states.tables, name, running.adapter.error ?? null);
    }
    for (const name of adapters ?? []) {
      const running = this.#runningAdapters.get(known.get(name) ?? '');
      if (running) put(states.data_adapters, name, running.error ?? null);
    }
    for (const { name } of this.caches.all()) if (caches?.includes(name)) put(states.caches, name, null);
    return states;
  }

  setValue(table: string, key: string, value: unknown, ttlSeconds: number | undefined): LookupReply {
    return this.#written(table, key, this.#writer.setValue(table, key, value, ttlSeconds));
  }
  setStringList(table: string, key: string, values: readonly string[], ttlSeconds: number | undefined): LookupReply {
    return this.#written(table, key, this.#writer.setList(table, key, values, ttlSeconds));
  }
  addStringList(table: string, key: string, values: readonly string[], keepDuplicates: boolean): LookupReply {
    return this.#written(table, key, this.#writer.addList(table, key, values, keepDuplicates));
  }
  removeStringList(table: string, key: string, values: readonly string[]): LookupReply {
    return this.#written(table, key, this.#writer.removeList(table, key, values));
  }
  assignTtl(table: string, key: string, ttlSeconds: number): LookupReply {
    return this.#written(table, key, this.#writer.assignTtl(table, key, ttlSeconds));
  }
  clearKey(table: string, key: string): void {
    this.#writer.clear(table, key);
  }

  *metrics(): Generator<Metric> {
    for (const [id, { cache }] of this.#runningCaches) {
      const name = `org.graylog2.lookup.caches.${id}`;
      yield meter(`${name}.requests`, cache.requests);
      yield meter(`${name}.hits`, cache.hits);
      yield meter(`${name}.misses`, cache.misses);
      yield* timer(`${name}.lookupTime`, cache.lookupTime);
      yield gauge(`${name}.entries`, cache.entries);
    }
    for (const [id, { requests, refreshes }] of this.#runningAdapters) {
      yield* timer(`org.graylog2.lookup.adapters.${id}.requests`, requests);
      yield* timer(`org.graylog2.lookup.adapters.${id}.refresh`, refreshes);
    }
  }

  async close(): Promise<void> {
    for (const one of this.#timers) clearInterval(one);
    for (const running of this.#runningAdapters.values()) running.close();
    this.rooms.thread.close();
    await this.rooms.stored.close();
  }

  #cached(running: RunningTable, key: string): LookupResult | Promise<LookupResult> {
    const { adapter, cache } = running;
    return cache.get(adapter.document.id, key) ?? this.#requested(running, key, true);
  }

  /**
   * Looks up a key in the adapter; concurrent lookups of a key share a promise.
   * @param isStored true: the result is cached
   */
  #requested({ adapter, cache }: RunningTable, key: string, isStored: boolean): LookupResult | Promise<LookupResult> {
    const { id } = adapter.document;
    const begun = performance.now();
    const store = (result: LookupResult): LookupResult => {
      cache.lookupTime.add(performance.now() - begun);
      if (isStored) cache.put(id, key, result);
      return result;
    };
    const name = `${id}\u0000${key}`;
    const underway = this.#underway.get(name);
    if (underway) return underway;
    const found = adapter.lookup(key);
    if (!(found instanceof Promise)) return store(found);
    const done = found.then(store).finally(() => this.#underway.delete(name));
    this.#underway.set(name, done);
    return done;
  }

  #written(table: string, key: string, row: TableRow | undefined | false): LookupReply {
    return row === false ? lookupError : this.lookup(table, key);
  }

  #started(document: DataAdapter): RunningAdapter {
    return new RunningAdapter(document, this.rooms, {
      onChange: () => this.#purge(document.id, undefined),
      onEgressRefused: (reason) => this.#reportEgress(document, reason),
    });
  }

  /** Publishes a system notification that an adapter may not call its address; without a reason, removes it. */
  #reportEgress({ id, title }: DataAdapter, reason: string | undefined): void {
    const { notifications, log } = this.#options;
    const key = `lookup-adapter-${id}`;
    const details = { title: `Data adapter "${title}" may not call its address`, description: reason };
    const reported: Promise<unknown> =
      reason === undefined
        ? notifications.remove('generic', key)
        : notifications.publish({ type: 'generic', key, details });
    reported.catch((error: unknown) => log.error('A notification could not be stored', { error }));
  }

  #purge(adapterId: string, keys: readonly string[] | undefined): void {
    for (const { cache } of this.#runningCaches.values()) {
      if (keys) for (const key of keys) cache.purge(adapterId, key);
      else cache.purge(adapterId);
    }
  }

  #tick(): void {
    for (const { cache } of this.#runningCaches.values()) cache.tick();
    for (const running of this.#runningAdapters.values()) running.tick();
  }
}

const isSame = (running: object, stored: object | undefined): boolean =>
  stored !== undefined && stringifyJson(running) === stringifyJson(stored);

/** Sets a property by defining it, because a name may be any text, even `__proto__`. */
function put<T>(record: Record<string, T>, name: string, value: T): void {
  Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}

const meter = (full_name: string, one: Meter): Metric => ({
  full_name,
  name: full_name.slice(full_name.lastIndexOf('.') + 1),
  type: 'meter',
  metric: { rate_unit: 'events/second', rate: one.rates() },
});

/** Yields the metric of a timer in the form of the API. */
function* timer(full_name: string, one: Timer): Generator<Metric> {
  const { rate, time } = one.figures();
  if (!rate || !time) return;
  const name = full_name.slice(full_name.lastIndexOf('.') + 1);
  yield {
    full_name,
    name,
    type: 'timer',
    metric: { rate_unit: 'events/second', rate, duration_unit: 'microseconds', time },
  };
}
