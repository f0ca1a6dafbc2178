import { createContext, useContext, useEffect } from 'react';

/** Where the page around shows what is on screen, in the title of its window; absent: the window is somebody else's. */
export const PageTitleContext = createContext<((title: string | undefined) => void) | undefined>(undefined);

/** Names the page while it is shown; undefined: it has no name of its own. */
export function usePageTitle(title: string | undefined): void {
  const tell = useContext(PageTitleContext);
  useEffect(() => {
    tell?.(title);
    return () => tell?.(undefined);
  }, [tell, title]);
}
