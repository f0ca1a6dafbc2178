/**
 * `<log-metrics>`: the metrics of a node: find by name, with live values and their recent history.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/metrics` (the leading
 * node, by default), `/system/metrics/node/{nodeId}?filter=…`.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const page = early('log-metrics', () => import('./admin/metrics/index.js'));

export const LogMetricsElement = defineElement('log-metrics', lazyPart(page, 'LogMetrics'), {
  attributes: { route: text('/system/metrics') },
  ready: 'component',
});
