/**
 * `<log-content-packs>`: the content packs of the server: upload, create, install after a dry run, upgrade, uninstall,
 * delete.
 *
 * Event `log-changed {type, id}`: a pack was stored, installed, uninstalled or deleted; `id` is the id of the pack.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const page = early('log-content-packs', () => import('./admin/content-packs/index.js'));

export const LogContentPacksElement = defineElement('log-content-packs', lazyPart(page, 'LogContentPacks'), {
  attributes: { route: text('/system/contentpacks') },
  ready: 'component',
});
