/**
 * `<log-grok-patterns>`: the grok patterns of the server: find, create, change, test, import, delete.
 *
 * Event `log-changed {type, id}`: a pattern was stored or deleted; after an import `id` is empty.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const page = early('log-grok-patterns', () => import('./admin/grok-patterns/index.js'));

export const LogGrokPatternsElement = defineElement('log-grok-patterns', lazyPart(page, 'LogGrokPatterns'), {
  attributes: { route: text('/system/grokpatterns') },
  ready: 'component',
});
