/**
 * `<log-lookup-tables>`: lookup tables, their caches and data adapters: find, create, change, test, purge, delete;
 * and the rows of stored tables: edit, import, download.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/lookuptables` (by
 * default), `/system/lookuptables/table/{idOrName}`, `/system/lookuptables/caches`,
 * `/system/lookuptables/data_adapters` and the pages below them.
 *
 * Event `log-changed {type, id}`: a lookup table, cache, data adapter or row was stored or deleted.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { lazyPart } from './kit/lazy-part.js';

const pages = import('./admin/lookup-tables/index.js');

export const LogLookupTablesElement = defineElement(
  'log-lookup-tables',
  lazyPart(() => pages, 'LogLookupTables'),
  { attributes: { route: text('/system/lookuptables') }, ready: 'component' },
);
