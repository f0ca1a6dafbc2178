/** Provides the menus of fields and values to the answer of a question, as the widget area does for its widgets. */
import { useMemo, type ReactNode } from 'react';
import type { ViewDocument } from '../../../machines/view/document.js';
import { useHostElement } from '../../element/host-context.js';
import { useHasRoute } from '../../element/routes-context.js';
import { lookingOnly, useAreaInteractions, type useFieldTypes } from '../../view-area/index.js';
import { FieldInteractionsContext } from '../../widgets/index.js';
import { useSearchesConfig } from '../page/search-facts.js';
import type { SearchPageActor } from '../page/use-search-page.js';

export interface AnswerInteractionsProps {
  readonly page: SearchPageActor;
  readonly document: ViewDocument;
  readonly fieldTypes: ReturnType<typeof useFieldTypes>;
  readonly children: ReactNode;
}

export function AnswerInteractions({ page, document, fieldTypes, children }: AnswerInteractionsProps) {
  const { readonly: readOnly, allows } = useHostElement();
  const hasRoute = useHasRoute();
  const interactions = useAreaInteractions(page, document, fieldTypes, useSearchesConfig(), { hasRoute });
  const looking = useMemo(() => lookingOnly(page, interactions, true), [page, interactions]);
  return (
    <FieldInteractionsContext value={!readOnly ? interactions : allows('filter') ? looking : undefined}>
      {children}
    </FieldInteractionsContext>
  );
}
