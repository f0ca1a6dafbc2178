import { createContext, useContext, useEffect } from 'react';

/** Function that puts the name of the page into the window title; undefined when the window belongs to a host page. */
export const PageTitleContext = createContext<((title: string | undefined) => void) | undefined>(undefined);

/**
 * Puts a name into the window title while the calling component is mounted; undefined if the page has no name. Does
 * nothing when the window belongs to a host page.
 */
export function usePageTitle(title: string | undefined): void {
  const tell = useContext(PageTitleContext);
  useEffect(() => {
    tell?.(title);
    return () => tell?.(undefined);
  }, [tell, title]);
}
