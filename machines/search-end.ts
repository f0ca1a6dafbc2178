/** Waits for the end of a search that a host page has requested by a method of an element. */
import type { ActorRefFrom } from 'xstate';
import type { ExecutionOutcome } from './search-execution/machine.js';
import type { pageMachine } from './page.js';

/** `rejected`: the query has an error and was not executed. */
export type SearchEnd = ExecutionOutcome | { readonly kind: 'rejected' };

/**
 * Resolves with the end of the next search of the page. It always resolves: if the user replaces the search by typing,
 * or if the page ends, the search is `cancelled`.
 */
export function searchEnd(
  page: Pick<ActorRefFrom<ReturnType<typeof pageMachine>>, 'on' | 'subscribe' | 'getSnapshot'>,
): Promise<SearchEnd> {
  // A stopped actor calls no listener.
  if (page.getSnapshot().status === 'stopped') return Promise.resolve({ kind: 'cancelled' });
  return new Promise((resolve) => {
    const end = (reason: SearchEnd): void => {
      for (const listener of listeners) listener.unsubscribe();
      resolve(reason);
    };
    const listeners = [
      page.on('searchFinished', ({ outcome }) => end(outcome)),
      page.on('submitRejected', () => end({ kind: 'rejected' })),
      page.on('submitDropped', () => end({ kind: 'cancelled' })),
      page.subscribe({ complete: () => end({ kind: 'cancelled' }) }),
    ];
  });
}
