/** Manages the actions of the current page: the page registers its actions, and the quick jump offers them. */
import { createContext, useContext, useEffect, useRef, type RefObject } from 'react';
import type { MenuEntry } from './menu.js';

/** The registered actions: one ref for each `PageActions` component, with its latest entries. */
export type PageActionsRegistry = Set<RefObject<readonly MenuEntry[]>>;

/** The registry of the console's quick jump; undefined where no quick jump exists, as in an element on a host page. */
export const PageActionsContext = createContext<PageActionsRegistry | undefined>(undefined);

/** Renders nothing; while it is mounted, the quick jump offers the entries. */
export function PageActions({ entries }: { readonly entries: readonly MenuEntry[] }): null {
  const registry = useContext(PageActionsContext);
  const own = useRef(entries);
  useEffect(() => {
    own.current = entries;
  });
  useEffect(() => {
    registry?.add(own);
    return () => void registry?.delete(own);
  }, [registry]);
  return null;
}
