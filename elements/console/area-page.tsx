/** The page of an area; overview lists keep page, query and filters in the address. */
import { useCallback, useMemo, type ReactNode } from 'react';
import { readQuestion, writeQuestion, type EntityListQuestion } from '../../machines/entity-list.js';
import { matchPage } from '../kit/pages.js';
import { areaPages } from './area-pages.js';
import type { ShownProps } from './pages.js';
import { TitledPage, UnknownPage } from './titled-page.js';

export function AreaPage({ location, router }: ShownProps): ReactNode {
  const question = useMemo(() => readQuestion(location.search), [location.search]);
  const ask = useCallback(
    (next: EntityListQuestion) => {
      const search = writeQuestion(location.search, next).toString();
      router.navigate(search === '' ? location.path : `${location.path}?${search}`, { replace: true });
    },
    [location.search, location.path, router],
  );
  const onSearch = useCallback(
    (search: string) =>
      router.navigate(search === '' ? location.path : `${location.path}?${search}`, { replace: true }),
    [router, location.path],
  );
  const match = matchPage(areaPages, location.path);
  if (!match) return <UnknownPage router={router} />;
  const { page, params } = match;
  return (
    <TitledPage page={page} pages={areaPages} path={location.path}>
      <page.Content params={params} search={location.search} question={question} onQuestion={ask} onSearch={onSearch} />
    </TitledPage>
  );
}
