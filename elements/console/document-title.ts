import { useContext, useEffect } from 'react';
import { PageTitleContext, usePageTitle } from '../element/page-title.js';
import { isolated } from '../kit/isolated.js';

/** Appended to the document's title while the page is shown (spec 1 §2 "Page title"); undefined: another part says it. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    const before = document.title;
    document.title = `${before} - ${isolated(title)}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** The title of a page that stands in place of another: of the whole of it, or of what is in it. */
export function useStatusTitle(title: string): void {
  const isInPage = useContext(PageTitleContext) !== undefined;
  usePageTitle(title);
  useDocumentTitle(isInPage ? undefined : title);
}
