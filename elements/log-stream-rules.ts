/**
 * `<log-stream-rules>`: the rules of one stream: create, change, test on one message and on stored messages.
 *
 * Attributes and properties: `entity-id`, the stream; `index` and `message-id`, the message to test the rules on.
 *
 * Event `log-changed {type, id}`: the stream or its rules were stored.
 */
import type { LogStreamRulesProps } from './admin/streams/index.js';
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-stream-rules', () => import('./admin/streams/index.js'));

export const LogStreamRulesElement = defineElement(
  'log-stream-rules',
  lazyPart<'LogStreamRules', LogStreamRulesProps>(pages, 'LogStreamRules'),
  { attributes: { entityId: text(''), index: text(''), messageId: text('') }, ready: 'component' },
);
