/**
 * `<log-sidecars>`: the agents that collect logs on other machines: their status, the collectors they run, and the
 * configurations they fetch.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/sidecars` (by
 * default), `/system/sidecars/administration`, `/system/sidecars/configuration`, `/system/sidecars/failuretracking`.
 *
 * Event `log-changed {type, id}`: a configuration, collector or variable was stored or deleted; configurations were
 * assigned to sidecars, collectors were started, restarted or stopped (`id` is empty then), or a sidecar was removed.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { lazyPart } from './kit/lazy-part.js';

const pages = import('./admin/sidecars/index.js');

export const LogSidecarsElement = defineElement(
  'log-sidecars',
  lazyPart(() => pages, 'LogSidecars'),
  { attributes: { route: text('/system/sidecars') }, ready: 'component' },
);
