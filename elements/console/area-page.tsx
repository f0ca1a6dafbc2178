/** Shows the page of an area or of a plug-in; entity lists keep page number, query and filters in the address. */
import { useCallback, useMemo, type ReactNode } from 'react';
import { readQuestion, writeQuestion, type EntityListQuestion } from '../../machines/entity-list.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { matchPage } from '../kit/pages.js';
import { useParts, usePluginsPending } from '../kit/plugins/slots.js';
import { areaPages, pageSlot } from './area-pages.js';
import { isIn, pluginArea } from './areas.js';
import type { ShownProps } from './pages.js';
import { linkedPaths } from './plugin-menu.js';
import { TitledPage, UnknownPage } from './titled-page.js';

const MissingPluginRoute = lazyPart(() => import('./missing-plugin-route.js'), 'MissingPluginRoute');

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
  const pages = pageSlot.use();
  // Pages of the console take precedence over pages of plug-ins.
  const match = matchPage(areaPages, location.path) ?? matchPage(pages, location.path);
  if (!match) return <NoPage location={location} router={router} />;
  const { page, params } = match;
  return (
    <TitledPage page={page} pages={pages} path={location.path}>
      <page.Content params={params} search={location.search} question={question} onQuestion={ask} onSearch={onSearch} />
    </TitledPage>
  );
}

/**
 * Renders content for an address without a page. While plug-ins are loading, it shows a loading indicator, because a
 * plug-in may still register the page. Afterwards it shows an error page.
 */
function NoPage({ location, router }: ShownProps): ReactNode {
  const pending = usePluginsPending();
  const items = useParts('menuItems');
  if (pending) return <Loading />;
  const isOfPlugins = isIn(pluginArea, location.path) || linkedPaths(items).includes(location.path);
  return isOfPlugins ? <MissingPluginRoute router={router} /> : <UnknownPage router={router} />;
}
