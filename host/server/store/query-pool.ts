/**
 * Pool of connections for the statements of searches. A bounded number of statements runs concurrently, shared fairly
 * between users; each statement can be aborted.
 */
import { StatementType, type DuckDBConnection, type DuckDBInstance, type DuckDBResult } from '@duckdb/node-api';
import { StoreClosedError } from './errors.js';
import { ReadsOfIndices } from './index-reads.js';
import { TurnQueue } from './turn-queue.js';
import type { Asker, Row, SqlValue } from './types.js';
import { parameterOf, rowsOf } from './values.js';

/**
 * Returns the default number of connections, from 1 to 8. Each statement occupies a thread of libuv's pool (4 threads,
 * or UV_THREADPOOL_SIZE). One thread stays free for loading, and one for all other work.
 */
export function defaultConnections(): number {
  const threads = Number(process.env['UV_THREADPOOL_SIZE']) || 4;
  return Math.min(Math.max(threads - 2, 1), 8);
}

/** Longest wait for the end of background statements in milliseconds. */
const longestQuietMs = 1000;

/** The server itself, which is the user of statements that no user has caused. */
const itself: Asker = { username: '', rank: 'interactive' };

/**
 * Returns the number of statements that one user may run concurrently. If there are several connections, it is less
 * than their number, so that another user need not wait.
 */
function shareOf(connections: number): number {
  return Math.max(1, Math.min(connections - 1, Math.ceil(connections / 2)));
}

interface Waiting {
  readonly start: (connection: DuckDBConnection) => void;
  readonly fail: (error: unknown) => void;
}

export class QueryPool {
  readonly #free: DuckDBConnection[];
  readonly #all: readonly DuckDBConnection[];
  /** Counts reads by users; reads by the server itself are not counted. */
  readonly reads = new ReadsOfIndices();
  /** Connections in use, with the user of each. */
  readonly #running = new Map<DuckDBConnection, Asker>();
  readonly #waiting = new TurnQueue<Waiting>();
  readonly #idle: (() => void)[] = [];
  readonly #share: number;
  #exclusive = false;
  /** Callback of a caller that waits for all statements to end. */
  #whenQuiet: ((isQuiet: boolean) => void) | undefined;
  #closed = false;

  private constructor(connections: DuckDBConnection[]) {
    this.#all = connections;
    this.#free = [...connections];
    this.#share = shareOf(connections.length);
  }

  static async open(instance: DuckDBInstance, size: number): Promise<QueryPool> {
    return new QueryPool(await Promise.all(Array.from({ length: size }, () => instance.connect())));
  }

  get running(): number {
    return this.#running.size;
  }

  async query(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal, asker = itself): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const part of this.#execute(sql, parameters, signal, asker, false))
      for (const row of part) rows.push(row);
    return rows;
  }

  stream(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal, asker = itself): AsyncIterable<Row[]> {
    return this.#execute(sql, parameters, signal, asker, true);
  }

  /** Runs other work that counts as a statement of the user. The work must not wait for a statement. */
  async inTurn<T>(work: () => Promise<T>, signal?: AbortSignal, asker = itself): Promise<T> {
    const connection = await this.#acquire(asker, signal);
    try {
      return await work();
    } finally {
      this.#release(connection);
    }
  }

  async *#execute(
    sql: string,
    parameters: readonly SqlValue[],
    signal: AbortSignal | undefined,
    asker: Asker,
    streaming: boolean,
  ): AsyncGenerator<Row[]> {
    const connection = await this.#acquire(asker, signal);
    const interrupt = (): void => connection.interrupt();
    const begun = performance.now();
    signal?.addEventListener('abort', interrupt);
    let unread: DuckDBResult | undefined;
    try {
      signal?.throwIfAborted();
      const result = await this.#start(connection, sql, parameters, streaming, signal);
      unread = result;
      signal?.throwIfAborted();
      const names = result.deduplicatedColumnNames();
      for (;;) {
        const chunk = await result.fetchChunk();
        signal?.throwIfAborted();
        if (!chunk || chunk.rowCount === 0) {
          unread = undefined;
          return;
        }
        yield* rowsOf(chunk, names);
        signal?.throwIfAborted();
      }
    } catch (error) {
      // An aborted statement fails with the reason of the abort, whatever the engine reports.
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', interrupt);
      if (asker.username !== '') this.reads.statement(sql, performance.now() - begun);
      if (streaming && unread) await abandon(connection, unread);
      this.#release(connection);
    }
  }

  async #start(
    connection: DuckDBConnection,
    sql: string,
    parameters: readonly SqlValue[],
    streaming: boolean,
    signal: AbortSignal | undefined,
  ): Promise<DuckDBResult> {
    const statement = await connection.prepare(sql);
    try {
      if (statement.statementType !== StatementType.SELECT && statement.statementType !== StatementType.EXPLAIN)
        throw new TypeError('Only SELECT is allowed here');
      const bound = parameters.map(parameterOf);
      statement.bind(
        bound.map(({ value }) => value),
        bound.map(({ type }) => type),
      );
      signal?.throwIfAborted();
      return streaming ? await statement.stream() : await statement.run();
    } finally {
      statement.destroySync();
    }
  }

  #acquire(asker: Asker, signal?: AbortSignal): Promise<DuckDBConnection> {
    signal?.throwIfAborted();
    if (this.#closed) return Promise.reject(new StoreClosedError());
    return new Promise((resolve, reject) => {
      const forget = (): void => signal?.removeEventListener('abort', abandon);
      const waiting: Waiting = {
        start: (free) => {
          forget();
          resolve(free);
        },
        fail: (error) => {
          forget();
          reject(error);
        },
      };
      const abandon = (): void => {
        this.#waiting.remove(asker, waiting);
        waiting.fail(signal?.reason);
      };
      signal?.addEventListener('abort', abandon);
      this.#waiting.add(asker, waiting);
      this.#next();
    });
  }

  #release(connection: DuckDBConnection): void {
    this.#running.delete(connection);
    this.#free.push(connection);
    this.#next();
  }

  #next(): void {
    if (this.#running.size === 0) for (const idle of this.#idle.splice(0)) idle();
    if (this.#whenQuiet) {
      if (this.#waiting.isAsked) this.#answerQuiet(false);
      else if (this.#running.size === 0) this.#answerQuiet(true);
      else return;
    }
    while (!this.#exclusive && this.#free.length > 0) {
      const next = this.#waiting.take((username) => this.#runningOf(username) < this.#share);
      const connection = next && this.#free.pop();
      if (!connection) return;
      this.#running.set(connection, next.asker);
      next.item.start(connection);
    }
  }

  #runningOf(username: string): number {
    let running = 0;
    for (const owner of this.#running.values()) if (owner.username === username) running += 1;
    return running;
  }

  #answerQuiet(isQuiet: boolean): void {
    this.#exclusive = isQuiet;
    this.#whenQuiet?.(isQuiet);
    this.#whenQuiet = undefined;
  }

  /**
   * Waits until no statement runs, and then prevents new statements. Background work may run statements for hours, so
   * its next statement has to wait, and the wait for the running statement is bounded.
   * @returns false: other statements run or wait, another call has or awaits the pool, or the background statement has
   * not ended in time
   */
  async #becomeExclusive(): Promise<boolean> {
    const isRequested = [...this.#running.values()].some(({ rank }) => rank !== 'background');
    if (this.#exclusive || this.#whenQuiet || isRequested || this.#waiting.isAsked) return false;
    if (this.#running.size === 0) return (this.#exclusive = true);
    const isQuiet = new Promise<boolean>((resolve) => (this.#whenQuiet = resolve));
    const timer = setTimeout(() => {
      this.#answerQuiet(false);
      this.#next();
    }, longestQuietMs);
    return isQuiet.finally(() => clearTimeout(timer));
  }

  /**
   * Runs work while no statement runs, if only background statements run at present and they end within
   * `longestQuietMs`. New statements wait for the work.
   * @returns false: the work was not done, because other statements run or wait, or another call of `whenFree` is not
   * finished
   */
  async whenFree(work: () => Promise<void>): Promise<boolean> {
    if (!(await this.#becomeExclusive())) return false;
    try {
      await work();
    } finally {
      this.#exclusive = false;
      this.#next();
    }
    return true;
  }

  /** Interrupts running statements, rejects waiting ones, and closes the connections. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { fail } of this.#waiting.drain()) fail(new StoreClosedError());
    if (this.#running.size > 0) {
      const idle = new Promise<void>((resolve) => this.#idle.push(resolve));
      for (const connection of this.#running.keys()) connection.interrupt();
      // A stream that is no longer read would keep its connection for ever, so the wait is bounded.
      await Promise.race([idle, new Promise((resolve) => setTimeout(resolve, 2000).unref())]);
    }
    for (const connection of this.#all) connection.disconnectSync();
  }
}

/** Drains an interrupted result, which would otherwise stay in memory until the connection's next statement. */
async function abandon(connection: DuckDBConnection, unread: DuckDBResult): Promise<void> {
  connection.interrupt();
  await unread.fetchChunk().catch(() => undefined);
}
