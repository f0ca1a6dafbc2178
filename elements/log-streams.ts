/**
 * `<log-streams>`: the streams of the server: find, create, start, pause, add rules, share, delete.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/streams` (the list, by
 * default), `/streams/{id}/edit` (its rules). It changes when the user follows a link.
 *
 * Event `log-changed {type, id}`: a stream or its rules were stored, or a stream was started, paused or deleted.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-streams', () => import('./admin/streams/index.js'));

export const LogStreamsElement = defineElement('log-streams', lazyPart(pages, 'LogStreams'), {
  attributes: { route: text('/streams') },
  ready: 'component',
});
