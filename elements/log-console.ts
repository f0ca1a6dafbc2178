/**
 * `<log-console base-path="/logs">`: the whole console, routing included. The element fills its container; the address
 * bar belongs to it. `plugins` is the address of a list of plug-ins to load, on the page's own origin.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { LogConsole } from './console/log-console.js';
import type { ConsolePlugin } from './kit/plugins/face.js';
import type { PluginOutcome } from './kit/plugins/register.js';

export type * from './kit/plugins/face.js';
export type { PluginOutcome };

export const LogConsoleElement = defineElement('log-console', LogConsole, {
  attributes: { basePath: text(''), plugins: text() },
  ready: 'component',
  signIn: 'component',
});

/**
 * Adds a plug-in to all consoles of this page, like the plug-ins of the list. Rejects when the value is no plug-in or
 * the plug-in is already registered.
 */
export const registerPlugin = async (plugin: ConsolePlugin): Promise<PluginOutcome> =>
  (await import('./kit/plugins/register.js')).registerPlugin(plugin);
