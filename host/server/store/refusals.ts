/**
 * Messages that an index has refused. Their copies in other sets do not count as copies until the message is stored in
 * its home after all.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ListedFailure } from './types.js';

export class Refusals {
  /**
   * Message id → index that has stored the message since; undefined: none. Contains messages of the current batch, and
   * those from before the start.
   */
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

  /** Prepares for the next batch: copies of messages of earlier batches have been loaded. */
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

  /** @param index index that contains the message now */
  stored(id: string, index: string): void {
    if (this.#since.has(id)) this.#since.set(id, index);
  }

  /**
   * @param index this index
   * @returns home of a message that is loaded into this index; undefined: none
   */
  homeOf(id: string, index: string): string | undefined {
    return this.#since.has(id) ? this.#since.get(id) : index;
  }
}
