/**
 * `<log-pipelines>`: the pipelines of the server: found, made, given stages and rules, connected to streams, simulated, deleted.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/pipelines` (the list, unless
 * said otherwise), `/system/pipelines/{id}` (one pipeline). It follows the links.
 *
 * Event `log-changed {type, id}`: a pipeline or its connections were stored, or it was deleted.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { lazyPart } from './kit/lazy-part.js';

const pages = import('./admin/pipelines/index.js');

export const LogPipelinesElement = defineElement(
  'log-pipelines',
  lazyPart(() => pages, 'LogPipelines'),
  { attributes: { route: text('/system/pipelines') }, ready: 'component' },
);
