/** Keeps the filter of a list in the page's address as `?filter=…`. */
import { useState } from 'react';

/**
 * Stores the filter of a list in the address.
 * @param search the query string of the address, without `?`
 * @param onSearch replaces the query string; undefined where the page does not own the address
 * @returns the filter, and a function that changes the filter and replaces the whole query string by it
 */
export function useAddressFilter(
  search: string,
  onSearch: ((search: string) => void) | undefined,
): readonly [filter: string, change: (filter: string) => void] {
  const inAddress = new URLSearchParams(search).get('filter') ?? '';
  const [filter, setFilter] = useState(inAddress);
  // A link to the current page may change the filter in the address without mounting the page again.
  const [seen, setSeen] = useState(inAddress);
  if (inAddress !== seen) {
    setSeen(inAddress);
    setFilter(inAddress);
  }
  const change = (text: string): void => {
    setFilter(text);
    onSearch?.(text === '' ? '' : new URLSearchParams({ filter: text }).toString());
  };
  return [filter, change];
}
