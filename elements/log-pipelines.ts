/**
 * `<log-pipelines>`: the pipelines of the server: find, create, add stages and rules, connect to streams, simulate,
 * delete.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/pipelines` (the list,
 * by default), `/system/pipelines/{id}` (one pipeline). It changes when the user follows a link.
 *
 * Event `log-changed {type, id}`: a pipeline or its connections were stored, or a pipeline was deleted.
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
