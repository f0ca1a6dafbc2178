/**
 * Prepares the first searches after a start: reads parts of files into the cache, and runs typical searches, so that
 * statements and code are compiled.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QueryResult } from '../../../api/contract/searches.js';
import { instantText } from '../../../api/instant-text.js';
import { jsonPieces } from '../foundation/json-pieces.js';
import type { Log } from '../log/log.js';
import { pause } from '../foundation/pause.js';
import type { Block } from '../store/inverted-index/block.js';
import { DamagedBlockError } from '../store/inverted-index/source.js';
import type { WordView } from '../store/inverted-index/index-file.js';
import type { MessageStore, StoredIndex } from '../store/types.js';
import { executeQuery, type ExecutionContext } from './execution.js';
import { planQuery } from './query-plan.js';
import { readerFor } from './reader.js';
import type { ResultMeter } from './result-size.js';
import type { SearchSettings } from './settings.js';
import { firstSearch, searchesLike, type WarmSearch } from './warm-searches.js';

/** Largest number of index blocks that the warm-up searches, so that the work does not grow with the data. */
const blocks = 16;
/** Number of bytes of inverted indexes after which reading ahead ends: half of the cache that all indices share. */
const mostReadBytes = 24 * 1024 * 1024;
/**
 * Largest number of rows to scan in an index that is warmed up. The warm-up expects to scan only the rows that the last
 * run had not indexed.
 */
const mostScanned = 100_000;
/** Milliseconds after which the warm-up ends, because by then searches of users have prepared the rest. */
const givenUpAfterMs = 30_000;
/** Milliseconds without a search after which the warm-up continues, because users often search again at once. */
const quietMs = 1000;
/** Interval of checking whether searches run, in milliseconds. */
const lookAgainMs = 50;

export interface WarmUpOptions {
  readonly store: MessageStore;
  readonly log: Log;
  readonly settings: SearchSettings;
  /** Returns the present time in epoch milliseconds. */
  readonly now: () => number;
  /** Tells whether searches of users run or wait. */
  readonly isAsked: () => boolean;
}

/** Progress of the warm-up. */
export interface WarmUpFigures {
  /** Total duration of the warm-up's searches and reads in milliseconds. */
  readonly ms: number;
  readonly searches: number;
  /** Bytes read from inverted-index files. */
  readonly bytes: number;
}

/** A meter that counts nothing, because the results are discarded. */
const meter: ResultMeter = { taken: 0, take: () => {}, giveBack: () => {}, assertRoom: () => {} };

type Looked = StoredIndex & { readonly words: WordView };

/**
 * Returns the index with the newest messages, among the indices in which at most `mostScanned` rows need a scan.
 * Returns undefined if there is no such index.
 */
function newestOf(store: MessageStore): Looked | undefined {
  let newest: Looked | undefined;
  for (const index of store.indices()) {
    const { words, messages, maxTimestamp = -Infinity } = index;
    if (!words || words.blocks.length === 0 || messages - words.covered > mostScanned) continue;
    if (maxTimestamp >= (newest?.maxTimestamp ?? -Infinity)) newest = { ...index, words };
  }
  return newest;
}

/** Runs searches without a user: searches of users take precedence, and loading of messages gets half of the time. */
export class WarmUp {
  readonly #options: WarmUpOptions;
  readonly #stop = new AbortController();
  /** Aborts the current step. */
  #step: AbortController | undefined;
  /** Time of a user's last search, on the clock of `performance`. */
  #requestedAt = -Infinity;
  #done: Promise<void> | undefined;
  #figures: WarmUpFigures = { ms: 0, searches: 0, bytes: 0 };

  constructor(options: WarmUpOptions) {
    this.#options = options;
  }

  get figures(): WarmUpFigures {
    return this.#figures;
  }

  /**
   * Starts the warm-up when it is called for the first time.
   * @returns a promise that resolves when the warm-up has ended; it never rejects
   */
  run(): Promise<void> {
    this.#done ??= this.#run().catch((error: unknown) => {
      if (!this.#stop.signal.aborted)
        this.#options.log.warn('Searching could not be made ready', { error: String(error) });
    });
    return this.#done;
  }

  /**
   * Must be called when a user searches: aborts the current step, which is repeated after `quietMs` without a search.
   */
  giveWay(): void {
    this.#requestedAt = performance.now();
    this.#step?.abort();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#step?.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    const timer = setTimeout(() => this.#stop.abort(), givenUpAfterMs).unref();
    try {
      const index = newestOf(this.#options.store);
      if (!index) return;
      await this.#readAhead();
      const last = index.words.blocks.slice(-blocks);
      const first = await this.#inTurn((signal) => this.#search(firstSearch, index, last, signal));
      for (const search of searchesLike(first, index))
        await this.#inTurn((signal) => this.#search(search, index, last, signal));
    } finally {
      clearTimeout(timer);
    }
  }

  get #isQuiet(): boolean {
    if (this.#options.isAsked()) this.#requestedAt = performance.now();
    return performance.now() - this.#requestedAt >= quietMs;
  }

  /** Runs one small step when no user searches. A step that was aborted for a user's search is repeated. */
  async #inTurn<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { store } = this.#options;
    const stopped = this.#stop.signal;
    for (;;) {
      // Messages that arrived during the previous step are processed first.
      await nextTurn();
      while (!this.#isQuiet && !stopped.aborted) await pause(lookAgainMs, stopped);
      stopped.throwIfAborted();
      const step = (this.#step = new AbortController());
      const { appended } = store.journal;
      const begun = performance.now();
      try {
        return await work(step.signal);
      } catch (error) {
        if (!step.signal.aborted) throw error;
      } finally {
        this.#step = undefined;
        const ms = performance.now() - begun;
        this.#figures = { ...this.#figures, ms: this.#figures.ms + ms };
        if (store.journal.appended !== appended) await pause(ms, stopped);
      }
    }
  }

  /** Reads the parts of blocks that look-ups need first, newest blocks first. */
  async #readAhead(): Promise<void> {
    const all = this.#options.store
      .indices()
      .flatMap(({ words }) => words?.blocks.map((block) => ({ block, words })) ?? [])
      .sort((one, other) => other.block.head.maxTime - one.block.head.maxTime);
    for (const [at, { block, words }] of all.entries()) {
      if (this.#figures.bytes >= mostReadBytes) return;
      const bytes = await this.#inTurn(() => readOf(block, words, at < blocks));
      this.#figures = { ...this.#figures, bytes: this.#figures.bytes + bytes };
    }
  }

  async #search(
    { query, searchTypes }: WarmSearch,
    { knownStreams }: Looked,
    within: readonly Block[],
    signal: AbortSignal,
  ): Promise<QueryResult> {
    const { store, log, settings } = this.#options;
    const now = this.#options.now();
    const context: ExecutionContext = {
      store: readerFor(store, { username: '', rank: 'background' }),
      log,
      settings,
      decorators: new Map(),
      bindings: new Map(),
      now,
      signal,
      meter,
      forced: [],
      events: true,
    };
    const from = within.reduce((least, { head }) => Math.min(least, head.minTime), Infinity);
    const to = within.reduce((most, { head }) => Math.max(most, head.maxTime), -Infinity);
    const planned = planQuery(
      {
        id: 'q',
        timerange: { type: 'absolute', from: instantText(Math.floor(from)), to: instantText(Math.floor(to) + 1) },
        query: { type: 'elasticsearch', query_string: query },
        filter: { type: 'or', filters: [...(knownStreams ?? [])].map((id) => ({ type: 'stream', id })) },
        search_types: [...searchTypes],
      },
      now,
    );
    const result = await executeQuery(planned, context, new Map());
    // The result is serialised as a response would be, so that this code is compiled, too.
    for await (const _piece of jsonPieces(result)) signal.throwIfAborted();
    this.#figures = { ...this.#figures, searches: this.#figures.searches + 1 };
    return result;
  }
}

async function readOf(block: Block, words: WordView, withTimes: boolean): Promise<number> {
  try {
    return await block.readAhead(withTimes);
  } catch (error) {
    if (!(error instanceof DamagedBlockError)) throw error;
    words.damaged(block);
    return 0;
  }
}
