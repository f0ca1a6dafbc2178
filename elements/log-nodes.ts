/**
 * `<log-nodes>`: the nodes of the server: state, throughput, journal, memory; actions pause and resume their
 * processing, change their status for load balancers, and dump their state. Attribute and property `route`: the page
 * that is shown, as its address in the console: `/system/nodes` (default), `/system/nodes/{nodeId}`,
 * `/system/threaddump/{nodeId}`, `/system/processbufferdump/{nodeId}`. Event `log-changed {type, id}`: processing of a
 * node was paused or resumed, or its load balancer status was changed.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-nodes', () => import('./admin/nodes/index.js'));

export const LogNodesElement = defineElement('log-nodes', lazyPart(pages, 'LogNodes'), {
  attributes: { route: text('/system/nodes') },
  ready: 'component',
});
