/**
 * `<log-streams>`: the streams of the server: found, made, started, paused, given rules, shared, deleted.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/streams` (the list, unless said
 * otherwise), `/streams/{id}/edit` (its rules). It follows the links.
 *
 * Event `log-changed {type, id}`: a stream or its rules were stored, or it was started, paused or deleted.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-streams', () => import('./admin/streams/index.js'));

export const LogStreamsElement = defineElement('log-streams', lazyPart(pages, 'LogStreams'), {
  attributes: { route: text('/streams') },
  ready: 'component',
});
