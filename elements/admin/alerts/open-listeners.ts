/**
 * Contains the registry of the elements that have a listener for `log-alert-open`. If an element has no such listener
 * and its viewer cannot open the console either, its rows are no buttons, because a click would do nothing.
 */
import { useSyncExternalStore } from 'react';

const listening = new WeakSet<EventTarget>();
const renewals = new Set<() => void>();

/** Records that the page handles clicks on the alerts of an element. */
export function noteListener(element: EventTarget): void {
  listening.add(element);
  for (const renew of renewals) renew();
}

/** Makes the elements of a class record listeners that are added to them; without a DOM it does nothing. */
export function watchListeners({ prototype }: CustomElementConstructor): void {
  if (!('addEventListener' in prototype)) return;
  const { addEventListener } = prototype;
  prototype.addEventListener = function (this: HTMLElement, ...given: Parameters<EventTarget['addEventListener']>) {
    addEventListener.apply(this, given);
    if (given[0] === 'log-alert-open') noteListener(this);
  };
}

function subscribe(renew: () => void): () => void {
  renewals.add(renew);
  return () => renewals.delete(renew);
}

/** Returns whether the page is known to handle clicks on the alerts of an element. */
export function useHasListener(element: EventTarget): boolean {
  return useSyncExternalStore(subscribe, () => listening.has(element));
}
