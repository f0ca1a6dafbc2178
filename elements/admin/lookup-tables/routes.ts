/** Contains the routes of the lookup table pages (spec 1 §2), and the tabs above them. */
import type { PageTab } from '../../kit/list-page/index.js';
import { routeOf } from '../../kit/pages.js';
import { texts } from './texts.js';

const at = '/system/lookuptables';
export const paths = {
  tables: at,
  createTable: `${at}/create`,
  table: `${at}/table/:idOrName`,
  editTable: `${at}/table/:idOrName/edit`,
  caches: `${at}/caches`,
  createCache: `${at}/caches/create`,
  cache: `${at}/caches/:idOrName`,
  editCache: `${at}/caches/:idOrName/edit`,
  adapters: `${at}/data_adapters`,
  createAdapter: `${at}/data_adapters/create`,
  adapter: `${at}/data_adapter/:idOrName`,
  editAdapter: `${at}/data_adapter/:idOrName/edit`,
} as const;

const to =
  (path: string) =>
  (idOrName: string): string =>
    routeOf(path, { idOrName });
export const routes = {
  table: to(paths.table),
  editTable: to(paths.editTable),
  cache: to(paths.cache),
  editCache: to(paths.editCache),
  adapter: to(paths.adapter),
  editAdapter: to(paths.editAdapter),
} as const;

type Family = 'tables' | 'caches' | 'adapters';
export const lookupTabs = (shown: Family): readonly PageTab[] =>
  (['tables', 'caches', 'adapters'] as const).map((family) => ({
    label: texts.tabs[family],
    route: paths[family],
    active: family === shown,
  }));
