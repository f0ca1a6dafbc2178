import { createContext, useContext, useEffect } from 'react';

/** Sets the title of the window to the name of the page; absent: the window belongs to a host page. */
export const PageTitleContext = createContext<((title: string | undefined) => void) | undefined>(undefined);

/** Names the page while it is shown; undefined: it has no name of its own. */
export function usePageTitle(title: string | undefined): void {
  const tell = useContext(PageTitleContext);
  useEffect(() => {
    tell?.(title);
    return () => tell?.(undefined);
  }, [tell, title]);
}
