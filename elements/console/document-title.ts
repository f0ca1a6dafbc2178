import { useEffect } from 'react';
import { isolated } from '../kit/isolated.js';

/** Appended to the document's title while the page is shown (spec 1 §2 "Page title"). */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${before} - ${isolated(title)}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
