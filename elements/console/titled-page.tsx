/** Wraps a page of the console: sets the document's title, provides the breadcrumbs, and checks the permissions. */
import { useMemo, useState, type ReactNode } from 'react';
import { allowsAll } from '../../api/permissions.js';
import { useCurrentUser } from '../element/connection-context.js';
import { PageTitleContext } from '../element/page-title.js';
import { pagesAbove, PagesAboveContext, type PagePlace } from '../kit/pages.js';
import { useDocumentTitle } from './document-title.js';
import { MissingPermissionsPage, NotFoundPage } from './error-pages.js';
import type { Router } from './router.js';
import { laterTexts } from './later-texts.js';

export interface TitledPageProps {
  readonly page: PagePlace;
  /** Pages that may be ancestors in the breadcrumbs. */
  readonly pages: readonly PagePlace[];
  readonly path: string;
  readonly children: ReactNode;
}

export function TitledPage({ page, pages, path, children }: TitledPageProps): ReactNode {
  const user = useCurrentUser();
  const [own, setOwn] = useState<string>();
  useDocumentTitle(own ?? page.title);
  const above = useMemo(() => pagesAbove(pages, page), [pages, page]);
  // Without a user, that is, while the session is lost, permissions are not checked, so that unsaved work stays on
  // screen.
  const refused = user && !allowsAll(user.permissions, page.needs ?? []);
  return (
    <PageTitleContext value={setOwn}>
      {refused ? (
        <MissingPermissionsPage path={path} />
      ) : (
        <PagesAboveContext value={above}>{children}</PagesAboveContext>
      )}
    </PageTitleContext>
  );
}

const unknown: PagePlace = { path: '', title: laterTexts.notFound.title };

/** Renders a page for an address that the console does not have. */
export function UnknownPage({ router }: { readonly router: Router }): ReactNode {
  return (
    <TitledPage page={unknown} pages={[]} path="">
      <NotFoundPage onSearch={() => router.navigate('/search')} />
    </TitledPage>
  );
}
