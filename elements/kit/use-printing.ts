/** Tells lists that mount only the rows in view that the page is being printed: paper shows all of them. */
import { useSyncExternalStore } from 'react';

const media = (): MediaQueryList | undefined => globalThis.matchMedia?.('print');
let printing = false;

/** The listeners run before the browser takes the picture of the page; React renders what they change at once. */
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
  // Tools that make a PDF without printing only change the medium.
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

/** Rows that are printed at most: a list that was scrolled through may hold far more than anybody reads on paper. */
const mostPrinted = 2_000;

/** Indices of the rows of a printed list. */
export const allRows = (count: number): number[] => Array.from({ length: Math.min(count, mostPrinted) }, (_, at) => at);
