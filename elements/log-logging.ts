/**
 * `<log-logging>`: the server's own log: levels of its subsystems, which can be changed while it runs, the latest
 * lines, and support bundles.
 *
 * Event `log-changed {type, id}`: the level of a subsystem was changed, or a support bundle was made or deleted.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const page = early('log-logging', () => import('./admin/logging/index.js'));

export const LogLoggingElement = defineElement('log-logging', lazyPart(page, 'LogLogging'), {
  attributes: { route: text('/system/logging') },
  ready: 'component',
});
