/** Which batches of an answer belong to transactions that their producer took back; brokers tell of them to who reads what is committed. */
import type { Batch } from './record-batches.js';

export interface AbortedTransaction {
  readonly producer: bigint;
  /** Of its first record, which may have been read before. */
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
    // What Kafka itself writes for a producer ends its transaction.
    if (isControl) this.#within.delete(producer);
    return isTransactional && this.#within.has(producer);
  }
}
