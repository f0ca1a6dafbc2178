/**
 * Routes of the console. The console provides them to its pages; an element outside the console does not know them and
 * offers no links to pages that some consoles lack.
 */
import { createContext, useContext } from 'react';

export const RoutesContext = createContext<(route: string) => boolean>(() => false);

/** Tells whether the console has a page for a route such as `/streams/abc/edit`. */
export function useHasRoute(): (route: string) => boolean {
  return useContext(RoutesContext);
}
