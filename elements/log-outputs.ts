/**
 * `<log-outputs>`: the outputs of the server, or of a stream: launch, change, assign, delete, with the waiting and the
 * failed messages.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/outputs` (all
 * outputs, by default), `/streams/{streamId}/outputs` (the outputs of a stream).
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
