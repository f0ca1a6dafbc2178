/** Actions of the current page: the page registers them, the quick jump offers them. */
import { createContext, useContext, useEffect, useRef, type RefObject } from 'react';
import type { MenuEntry } from './menu.js';

/** Actions of each part of the page, in their latest form. */
export type PageActionsRegistry = Set<RefObject<readonly MenuEntry[]>>;

/** Undefined where no quick jump exists, as in an element on a host page. */
export const PageActionsContext = createContext<PageActionsRegistry | undefined>(undefined);

/** Renders nothing; while it is mounted, its entries are also offered outside the menu. */
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
