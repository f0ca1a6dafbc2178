/** Detects whether the page is being printed; virtual lists need this, because a printed list must show all rows. */
import { useSyncExternalStore } from 'react';

const media = (): MediaQueryList | undefined => globalThis.matchMedia?.('print');
let printing = false;

/**
 * Calls the listener when printing begins and ends. The events arrive before the browser renders the page for printing,
 * and React applies the changes of an external store synchronously.
 */
function subscribe(listener: () => void): () => void {
  const set = (now: boolean) => () => {
    printing = now;
    listener();
  };
  const [begins, ends] = [set(true), set(false)];
  const print = media();
  const turned = (): void => (print?.matches ? begins : ends)();
  window.addEventListener('beforeprint', begins);
  window.addEventListener('afterprint', ends);
  // Tools that create a PDF without printing only change the media type.
  print?.addEventListener('change', turned);
  return () => {
    window.removeEventListener('beforeprint', begins);
    window.removeEventListener('afterprint', ends);
    print?.removeEventListener('change', turned);
  };
}

export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  );

/** Maximum number of rows that are printed; a list may have far more rows than anyone reads on paper. */
const mostPrinted = 2_000;

/** Returns the indices of the printed rows of a list with `count` rows. */
export const allRows = (count: number): number[] => Array.from({ length: Math.min(count, mostPrinted) }, (_, at) => at);
