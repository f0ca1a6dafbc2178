/**
 * `<log-nodes>`: the nodes of the server as they are now: state, throughput, journal, memory; their processing paused and resumed, what
 * load balancers are told, and dumps of what they do.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/nodes` (all of them, unless said
 * otherwise), `/system/nodes/{nodeId}`, `/system/threaddump/{nodeId}`, `/system/processbufferdump/{nodeId}`.
 *
 * Event `log-changed {type, id}`: processing of a node was paused or resumed, or its load balancer status was changed.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-nodes', () => import('./admin/nodes/index.js'));

export const LogNodesElement = defineElement('log-nodes', lazyPart(pages, 'LogNodes'), {
  attributes: { route: text('/system/nodes') },
  ready: 'component',
});
