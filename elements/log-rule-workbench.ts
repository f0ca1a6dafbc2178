/**
 * `<log-rule-workbench>`: the editor of one pipeline rule with the workbench that runs it on sample messages while it
 * is written.
 *
 * Attributes and properties: `entity-id` is the id of the rule, empty for a new rule; `route` is the page that is
 * shown, empty for the page of the rule.
 *
 * Event `log-changed {type, id}`: the rule was stored.
 */
import type { LogRuleWorkbenchProps } from './admin/pipeline-rules/index.js';
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { lazyPart } from './kit/lazy-part.js';

const pages = import('./admin/pipeline-rules/index.js');

export const LogRuleWorkbenchElement = defineElement(
  'log-rule-workbench',
  lazyPart<'LogRuleWorkbench', LogRuleWorkbenchProps>(() => pages, 'LogRuleWorkbench'),
  { attributes: { entityId: text(''), route: text('') }, ready: 'component' },
);
