/**
 * Keeps the answers on screen while the server or the session is away. A refetch that fails for this reason leaves its
 * query with the data of the last success, so that no form or dialog built from this data is replaced by an error and
 * loses typed text. A query without any answer fails as usual.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { isOutage } from '../../api/failures.js';

export class KeptAnswers {
  /** Queries whose data is older than their last failed refetch. */
  readonly #old = new WeakSet<Query>();
  readonly #unsubscribe: () => void;

  constructor(queryClient: QueryClient) {
    this.#unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const { query, action } = event;
      if (action.type === 'success') this.#old.delete(query);
      if (action.type !== 'error' || query.state.data === undefined || !isOutage(action.error)) return;
      this.#old.add(query);
      // Observers notify React only after this listener, so the error is never rendered.
      query.setState({ status: 'success', error: null });
    });
  }

  /** Tells whether the query must be refetched once server and session are back. */
  isOld(query: Query): boolean {
    return this.#old.has(query);
  }

  close(): void {
    this.#unsubscribe();
  }
}
