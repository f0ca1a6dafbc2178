import { useContext, useEffect } from 'react';
import { PageTitleContext, usePageTitle } from '../element/page-title.js';
import { isolated } from '../kit/isolated.js';

/**
 * Appends a text to the document's title while the component is mounted (spec 1 §2 "Page title"); undefined changes
 * nothing, because another component sets the title.
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

/** Sets the title of a status page, which replaces the whole page or only its content. */
export function useStatusTitle(title: string): void {
  const isInPage = useContext(PageTitleContext) !== undefined;
  usePageTitle(title);
  useDocumentTitle(isInPage ? undefined : title);
}
