/** Finds the batches of aborted transactions; brokers list them to consumers of committed records. */
import type { Batch } from './record-batches.js';

export interface AbortedTransaction {
  readonly producer: bigint;
  /** Offset of the transaction's first record, which may have been read before. */
  readonly firstOffset: bigint;
}

export class AbortedTransactions {
  /** The next one last. */
  readonly #ahead: AbortedTransaction[];
  /** Producers that are within one. */
  readonly #within = new Set<bigint>();

  constructor(transactions: readonly AbortedTransaction[]) {
    this.#ahead = transactions.toSorted((one, other) => (one.firstOffset < other.firstOffset ? 1 : -1));
  }

  /** To be asked of each batch once, in their order. */
  has({ nextOffset, producer, isControl, isTransactional }: Batch): boolean {
    for (let next = this.#ahead.at(-1); next && next.firstOffset < nextOffset; next = this.#ahead.at(-1)) {
      this.#within.add(next.producer);
      this.#ahead.pop();
    }
    // A control record of Kafka ends the transaction of its producer.
    if (isControl) this.#within.delete(producer);
    return isTransactional && this.#within.has(producer);
  }
}
