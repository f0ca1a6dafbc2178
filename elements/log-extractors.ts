/**
 * `<log-extractors>`: the extractors of one input: create from a message, test, change, sort, export, import, delete.
 *
 * Attributes and properties: `entity-id` is the id of the input; `route` is the page that is shown, empty for the list.
 *
 * Event `log-changed {type, id}`: an extractor was stored or deleted. After an import, `id` is empty. After sorting,
 * `id` is the id of the input.
 */
import type { LogExtractorsProps } from './admin/extractors/index.js';
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-extractors', () => import('./admin/extractors/index.js'));

export const LogExtractorsElement = defineElement(
  'log-extractors',
  lazyPart<'LogExtractors', LogExtractorsProps>(pages, 'LogExtractors'),
  { attributes: { entityId: text(''), route: text('') }, ready: 'component' },
);
