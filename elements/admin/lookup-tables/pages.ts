/** Declares the lookup table pages for the console and `log-lookup-tables`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page, PageProps } from '../../kit/pages.js';
import { paths } from './routes.js';
import { texts } from './texts.js';

const reading = ['lookuptables:read'];
const creating = ['lookuptables:read', 'lookuptables:create'];
const TableForm = lazyPart<'TableFormPage', PageProps>(() => import('./table-form-page.js'), 'TableFormPage');
const CacheForm = lazyPart<'CacheFormPage', PageProps>(() => import('./cache-form-page.js'), 'CacheFormPage');
const AdapterForm = lazyPart<'AdapterFormPage', PageProps>(() => import('./adapter-form-page.js'), 'AdapterFormPage');

export const lookupTablesPages: readonly Page[] = [
  {
    path: paths.tables,
    title: texts.tabs.tables,
    needs: reading,
    Content: lazyPart(() => import('./tables-page.js'), 'TablesPage'),
  },
  {
    path: paths.caches,
    title: texts.tabs.caches,
    needs: reading,
    Content: lazyPart(() => import('./caches-page.js'), 'CachesPage'),
  },
  {
    path: paths.adapters,
    title: texts.tabs.adapters,
    needs: reading,
    Content: lazyPart(() => import('./adapters-page.js'), 'AdaptersPage'),
  },
  { path: paths.createTable, title: texts.table.create, needs: creating, within: paths.tables, Content: TableForm },
  { path: paths.createCache, title: texts.cache.create, needs: creating, within: paths.caches, Content: CacheForm },
  {
    path: paths.createAdapter,
    title: texts.adapter.create,
    needs: creating,
    within: paths.adapters,
    Content: AdapterForm,
  },
  {
    path: paths.table,
    title: texts.table.noun,
    within: paths.tables,
    Content: lazyPart(() => import('./table-page.js'), 'TablePage'),
  },
  {
    path: paths.cache,
    title: texts.cache.noun,
    within: paths.caches,
    Content: lazyPart(() => import('./cache-page.js'), 'CachePage'),
  },
  {
    path: paths.adapter,
    title: texts.adapter.noun,
    within: paths.adapters,
    Content: lazyPart(() => import('./adapter-page.js'), 'AdapterPage'),
  },
  { path: paths.editTable, title: texts.table.edit, within: paths.tables, Content: TableForm },
  { path: paths.editCache, title: texts.cache.edit, within: paths.caches, Content: CacheForm },
  { path: paths.editAdapter, title: texts.adapter.edit, within: paths.adapters, Content: AdapterForm },
];
