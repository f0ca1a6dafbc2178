/**
 * Which routes of the console lead somewhere. The console provides it around its pages; an element elsewhere does not know,
 * so links that not every console has are not offered there.
 */
import { createContext, useContext } from 'react';

export const RoutesContext = createContext<(route: string) => boolean>(() => false);

/** Tells whether the console has a page for a route such as `/streams/abc/edit`. */
export function useHasRoute(): (route: string) => boolean {
  return useContext(RoutesContext);
}
