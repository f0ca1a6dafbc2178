import { useContext, useEffect } from 'react';
import { PageTitleContext, usePageTitle } from '../element/page-title.js';
import { isolated } from '../kit/isolated.js';

/**
 * Appends a text to the document's title while the page is shown (spec 1 §2 "Page title"); undefined: another component
 * sets it.
 */
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

/** Title of a status page that replaces the whole page or its content. */
export function useStatusTitle(title: string): void {
  const isInPage = useContext(PageTitleContext) !== undefined;
  usePageTitle(title);
  useDocumentTitle(isInPage ? undefined : title);
}
