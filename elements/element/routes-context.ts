/**
 * Provides the context with a function that returns whether the console has a page for a route. Only the console
 * provides it to its pages. Outside the console the function returns false, so that elements offer no links to pages
 * that some consoles lack.
 */
import { createContext, useContext } from 'react';

export const RoutesContext = createContext<(route: string) => boolean>(() => false);

/** Returns a function that returns whether the console has a page for a route such as `/streams/abc/edit`. */
export function useHasRoute(): (route: string) => boolean {
  return useContext(RoutesContext);
}
