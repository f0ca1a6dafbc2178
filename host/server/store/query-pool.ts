/** The connections that searches run on: a bounded number of statements at a time, each of which can be abandoned. */
import { StatementType, type DuckDBConnection, type DuckDBInstance, type DuckDBResult } from '@duckdb/node-api';
import { StoreClosedError } from './errors.js';
import type { Row, SqlValue } from './types.js';
import { parameterOf, plainRows } from './values.js';

/**
 * Statements occupy threads of Node's pool (4, or UV_THREADPOOL_SIZE); one stays free for loading, one for everything else.
 */
export function defaultConnections(): number {
  const threads = Number(process.env['UV_THREADPOOL_SIZE']) || 4;
  return Math.min(Math.max(threads - 2, 1), 8);
}

interface Waiting {
  readonly start: (connection: DuckDBConnection) => void;
  readonly fail: (error: unknown) => void;
}

export class QueryPool {
  readonly #free: DuckDBConnection[];
  readonly #all: readonly DuckDBConnection[];
  readonly #running = new Set<DuckDBConnection>();
  readonly #waiting: Waiting[] = [];
  readonly #idle: (() => void)[] = [];
  #exclusive = false;
  #closed = false;

  private constructor(connections: DuckDBConnection[]) {
    this.#all = connections;
    this.#free = [...connections];
  }

  static async open(instance: DuckDBInstance, size: number): Promise<QueryPool> {
    return new QueryPool(await Promise.all(Array.from({ length: size }, () => instance.connect())));
  }

  get running(): number {
    return this.#running.size;
  }

  async query(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const part of this.#execute(sql, parameters, signal, false)) for (const row of part) rows.push(row);
    return rows;
  }

  stream(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal): AsyncIterable<Row[]> {
    return this.#execute(sql, parameters, signal, true);
  }

  async *#execute(
    sql: string,
    parameters: readonly SqlValue[],
    signal: AbortSignal | undefined,
    streaming: boolean,
  ): AsyncGenerator<Row[]> {
    const connection = await this.#acquire(signal);
    const interrupt = (): void => connection.interrupt();
    signal?.addEventListener('abort', interrupt);
    try {
      signal?.throwIfAborted();
      const result = await this.#start(connection, sql, parameters, streaming, signal);
      signal?.throwIfAborted();
      const names = result.deduplicatedColumnNames();
      for (;;) {
        const chunk = await result.fetchChunk();
        signal?.throwIfAborted();
        if (!chunk || chunk.rowCount === 0) return;
        yield plainRows(chunk, names);
        signal?.throwIfAborted();
      }
    } catch (error) {
      // What an abandoned statement ends with is the abandoning, whatever the engine says.
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', interrupt);
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

  #acquire(signal?: AbortSignal): Promise<DuckDBConnection> {
    signal?.throwIfAborted();
    if (this.#closed) return Promise.reject(new StoreClosedError());
    const connection = this.#exclusive ? undefined : this.#free.pop();
    if (connection) {
      this.#running.add(connection);
      return Promise.resolve(connection);
    }
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
        const at = this.#waiting.indexOf(waiting);
        if (at >= 0) this.#waiting.splice(at, 1);
        waiting.fail(signal?.reason);
      };
      signal?.addEventListener('abort', abandon);
      this.#waiting.push(waiting);
    });
  }

  #release(connection: DuckDBConnection): void {
    this.#running.delete(connection);
    this.#free.push(connection);
    this.#next();
  }

  #next(): void {
    if (this.#running.size === 0) for (const idle of this.#idle.splice(0)) idle();
    while (!this.#exclusive && this.#waiting.length > 0) {
      const connection = this.#free.pop();
      if (!connection) return;
      this.#running.add(connection);
      this.#waiting.shift()?.start(connection);
    }
  }

  /**
   * Does work while no statement runs, if none runs now; statements that come meanwhile wait for it.
   * @returns whether it was done
   */
  async whenFree(work: () => Promise<void>): Promise<boolean> {
    if (this.#exclusive || this.#running.size > 0 || this.#waiting.length > 0) return false;
    this.#exclusive = true;
    try {
      await work();
    } finally {
      this.#exclusive = false;
      this.#next();
    }
    return true;
  }

  /** Interrupts what runs, refuses what waits, and closes the connections. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { fail } of this.#waiting.splice(0)) fail(new StoreClosedError());
    if (this.#running.size > 0) {
      const idle = new Promise<void>((resolve) => this.#idle.push(resolve));
      for (const connection of this.#running) connection.interrupt();
      // A stream whose reader has gone away would keep its connection for ever.
      await Promise.race([idle, new Promise((resolve) => setTimeout(resolve, 2000).unref())]);
    }
    for (const connection of this.#all) connection.disconnectSync();
  }
}
