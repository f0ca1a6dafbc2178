/** The filter of a list that its address holds as `?filter=…`. */
import { useState } from 'react';

/**
 * @param search the query string of the address, without `?`
 * @param onSearch replaces that query string, where the page owns the address
 * @returns the filter, and a function that changes it in the list and in the address
 */
export function useAddressFilter(
  search: string,
  onSearch: ((search: string) => void) | undefined,
): readonly [filter: string, change: (filter: string) => void] {
  const inAddress = new URLSearchParams(search).get('filter') ?? '';
  const [filter, setFilter] = useState(inAddress);
  // A link to the same page changes the address without mounting the page again.
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
