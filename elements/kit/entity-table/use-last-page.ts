import { useEffect, useEffectEvent } from 'react';

export interface ShownPage {
  /** Page number, counted from 1. */
  readonly page: number;
  /** Number of pages; undefined while the rows of the page are being loaded. */
  readonly pages: number | undefined;
  readonly onPage: (page: number) => void;
}

/** Shows the last page when the list has become too short for the shown page (spec 1 §4 "Paged list"). */
export function useLastPage({ page, pages, onPage }: ShownPage): void {
  const show = useEffectEvent(onPage);
  const last = pages !== undefined && page > pages ? pages : undefined;
  useEffect(() => {
    if (last !== undefined) show(last);
  }, [last]);
}
