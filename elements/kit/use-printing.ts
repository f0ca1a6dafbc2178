/** Tells virtual lists that the page is being printed, because paper must show all rows. */
import { useSyncExternalStore } from 'react';

const media = (): MediaQueryList | undefined => globalThis.matchMedia?.('print');
let printing = false;

/** The listeners run before the browser renders the page for printing; React applies their changes synchronously. */
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

/** Maximum number of printed rows: a scrolled list may hold far more than anyone reads on paper. */
const mostPrinted = 2_000;

/** Indices of the printed rows. */
export const allRows = (count: number): number[] => Array.from({ length: Math.min(count, mostPrinted) }, (_, at) => at);
