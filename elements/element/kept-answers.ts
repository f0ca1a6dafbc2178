/**
 * Keeps the answers in the query cache while the server is unreachable or the session is lost. A query whose refetch
 * fails for such a reason keeps the data of the last success, so that no form or dialog that shows the data is
 * replaced by an error and loses typed text. A query without data fails as usual.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { isOutage } from '../../api/failures.js';

export class KeptAnswers {
  /**
   * Queries whose last refetch failed because of an outage or a lost session; their data is that of an earlier success.
   */
  readonly #old = new WeakSet<Query>();
  readonly #unsubscribe: () => void;

  constructor(queryClient: QueryClient) {
    this.#unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const { query, action } = event;
      if (action.type === 'success') this.#old.delete(query);
      if (action.type !== 'error' || query.state.data === undefined || !isOutage(action.error)) return;
      this.#old.add(query);
      // The observers of a query notify React after this listener has run, so the error is never rendered.
      query.setState({ status: 'success', error: null });
    });
  }

  /**
   * Returns whether the last refetch of a query failed because of an outage or a lost session, so that the query must
   * be refetched once the server is back.
   */
  isOld(query: Query): boolean {
    return this.#old.has(query);
  }

  close(): void {
    this.#unsubscribe();
  }
}
