/**
 * `<log-message index="messages_0" message-id="…">`: one stored message with all its fields.
 * Event `log-value-click` {field, value}: a value was clicked; preventing it keeps the menu of the value closed.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { LogMessage } from './message/lazy-message.js';

export const LogMessageElement = defineElement('log-message', LogMessage, {
  attributes: { index: text(''), messageId: text('') },
  events: { 'log-value-click': { cancelable: true } },
  missing: ({ index, messageId }) =>
    index === '' || messageId === ''
      ? { title: 'No message is named', help: 'Set the attributes index and message-id.' }
      : undefined,
  ready: 'component',
});
