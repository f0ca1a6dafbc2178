/**
 * `<log-index-sets>`: the index sets of the server with their statistics: create, change, make default, delete; and
 * the indices of one set: rotate, close, open, delete.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/indices` (all sets,
 * by default), `/system/indices/failures` (messages that could not be stored, with the reasons),
 * `/system/index_sets/create`, `/system/index_sets/{indexSetId}`, `/system/index_sets/{indexSetId}/configuration`.
 *
 * Event `log-changed {type, id}`: an index set was stored, made the default or deleted, its indices were changed, or
 * messages that could not be stored were retried (`id` is empty then).
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-index-sets', () => import('./admin/index-sets/index.js'));

export const LogIndexSetsElement = defineElement('log-index-sets', lazyPart(pages, 'LogIndexSets'), {
  attributes: { route: text('/system/indices') },
  ready: 'component',
});
