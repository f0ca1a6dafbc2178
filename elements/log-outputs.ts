/**
 * `<log-outputs>`: the outputs of the server, or of a stream: launched, changed, assigned, deleted, with what waits and what failed.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/outputs` (all of them, unless
 * said otherwise), `/streams/{streamId}/outputs` (those of a stream).
 *
 * Event `log-changed {type, id}`: an output was stored, assigned to the stream, taken from it or deleted.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-outputs', () => import('./admin/outputs/index.js'));

export const LogOutputsElement = defineElement('log-outputs', lazyPart(pages, 'LogOutputs'), {
  attributes: { route: text('/system/outputs') },
  ready: 'component',
});
