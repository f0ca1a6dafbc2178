/**
 * Messages that an index has refused. As long as such a message is not stored in its home, its copies in other sets are
 * treated as ordinary messages, so that searches find the message.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ListedFailure } from './types.js';

export class Refusals {
  /**
   * Maps the id of each refused message to the index that has stored the message since its refusal; undefined: no
   * index has stored it. The map contains the refused messages of the latest batch. Before the first batch of a run,
   * it contains the messages that earlier runs have refused.
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

  /** Returns the ids of refused messages that are not known to be stored. */
  open(): string[] {
    return [...this.#since].flatMap(([id, index]) => (index === undefined ? [id] : []));
  }

  /**
   * Notes that a refused message was stored after all.
   * @param index index that now contains the message
   */
  stored(id: string, index: string): void {
    if (this.#since.has(id)) this.#since.set(id, index);
  }

  /**
   * Returns the index that copies of a message must name as their home; undefined: the message has no home, because
   * this index has refused it and no index has stored it since.
   * @param index name of this index
   */
  homeOf(id: string, index: string): string | undefined {
    return this.#since.has(id) ? this.#since.get(id) : index;
  }
}
