/**
 * `<log-inputs>`: the inputs of the server: launch, change, start, stop, set static fields, delete, with the throughput
 * of each.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/inputs` (all inputs,
 * by default), `/system/inputs/{nodeId}` (the inputs of a node).
 *
 * Event `log-changed {type, id}`: an input or its static fields were stored, or it was started, stopped or deleted.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-inputs', () => import('./admin/inputs/index.js'));

export const LogInputsElement = defineElement('log-inputs', lazyPart(pages, 'LogInputs'), {
  attributes: { route: text('/system/inputs') },
  ready: 'component',
});
