/** Messages that an index was to hold and refused: copies of them in other sets are no copies then, until they are stored after all. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ListedFailure } from './types.js';

export class Refusals {
  /** Id → the index that holds it since; undefined: none. Of the batch at hand, and of those before a start. */
  #since = new Map<string, string | undefined>();
  #any = false;

  /** Tells whether messages were ever refused, so that some may be stored as copies. */
  get any(): boolean {
    return this.#any;
  }

  /** Reads the refusals listed in the index file. */
  async read(connection: DuckDBConnection, catalog: string): Promise<void> {
    const found = await connection.runAndReadAll(`SELECT message_id FROM ${catalog}.failures WHERE refused`);
    for (const [id] of found.getRows()) this.#add(String(id));
  }

  /** The next batch is loaded: of earlier ones nothing is on its way any more. */
  loaded(refused: readonly ListedFailure[]): void {
    this.#since.clear();
    for (const { messageId } of refused) this.#add(messageId);
  }

  #add(id: string): void {
    this.#any = true;
    if (!this.#since.has(id)) this.#since.set(id, undefined);
  }

  /** Ids of refused messages that are not known to be stored. */
  open(): string[] {
    return [...this.#since].flatMap(([id, index]) => (index === undefined ? [id] : []));
  }

  /** @param index that holds it now */
  stored(id: string, index: string): void {
    if (this.#since.has(id)) this.#since.set(id, index);
  }

  /** @param index this one @returns the index that holds a message which came to this one; undefined: none */
  homeOf(id: string, index: string): string | undefined {
    return this.#since.has(id) ? this.#since.get(id) : index;
  }
}
