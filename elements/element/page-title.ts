import { createContext, useContext, useEffect } from 'react';

/** Sets the window title to the name of the page; absent when the window belongs to a host page. */
export const PageTitleContext = createContext<((title: string | undefined) => void) | undefined>(undefined);

/** Puts a name into the window title while the page is shown; undefined: the page has no name. */
export function usePageTitle(title: string | undefined): void {
  const tell = useContext(PageTitleContext);
  useEffect(() => {
    tell?.(title);
    return () => tell?.(undefined);
  }, [tell, title]);
}
