/**
 * `<log-pipeline-rules>`: the pipeline rules of the server: find, write, test, delete.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/pipelines/rules` (the
 * list, by default), `/system/pipelines/rules/{id}` (one rule). It changes when the user follows a link.
 *
 * Event `log-changed {type, id}`: a rule was stored or deleted.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { lazyPart } from './kit/lazy-part.js';

const pages = import('./admin/pipeline-rules/index.js');

export const LogPipelineRulesElement = defineElement(
  'log-pipeline-rules',
  lazyPart<'LogPipelineRules', { readonly route: string }>(() => pages, 'LogPipelineRules'),
  { attributes: { route: text('/system/pipelines/rules') }, ready: 'component' },
);
