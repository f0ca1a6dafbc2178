/**
 * `<log-console base-path="/logs">`: the whole console, routing included. The element fills its container; the address
 * bar belongs to it. `plugins` names the list of plug-ins that it loads, of the page's own origin.
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

/** Adds a plug-in to the consoles of this page, as those of the list are. Rejects when it is none, or is there already. */
export const registerPlugin = async (plugin: ConsolePlugin): Promise<PluginOutcome> =>
  (await import('./kit/plugins/register.js')).registerPlugin(plugin);
