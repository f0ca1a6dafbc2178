/**
 * Finds the batches of aborted transactions. Brokers list these transactions to consumers that read only committed
 * records.
 */
import type { Batch } from './record-batches.js';

export interface AbortedTransaction {
  readonly producer: bigint;
  /** Offset of the transaction's first record, which may be before the position of the fetch. */
  readonly firstOffset: bigint;
}

export class AbortedTransactions {
  /** Transactions that begin after the current position; the next transaction is the last item. */
  readonly #ahead: AbortedTransaction[];
  /** Ids of producers whose aborted transaction is open at the current position. */
  readonly #within = new Set<bigint>();

  constructor(transactions: readonly AbortedTransaction[]) {
    this.#ahead = transactions.toSorted((one, other) => (one.firstOffset < other.firstOffset ? 1 : -1));
  }

  /** Tells whether a batch belongs to an aborted transaction. It must be called once per batch, in offset order. */
  has({ nextOffset, producer, isControl, isTransactional }: Batch): boolean {
    for (let next = this.#ahead.at(-1); next && next.firstOffset < nextOffset; next = this.#ahead.at(-1)) {
      this.#within.add(next.producer);
      this.#ahead.pop();
    }
    // A batch with a control record ends the transaction of its producer.
    if (isControl) this.#within.delete(producer);
    return isTransactional && this.#within.has(producer);
  }
}
