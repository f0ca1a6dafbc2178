/**
 * `<log-console base-path="/logs">`: the whole console, routing included. The element fills its container; the address
 * bar belongs to it.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { LogConsole } from './console/log-console.js';

export const LogConsoleElement = defineElement('log-console', LogConsole, {
  attributes: { basePath: text('') },
  ready: 'component',
  signIn: 'component',
});
