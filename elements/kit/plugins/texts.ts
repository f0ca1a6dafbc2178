/**
 * Contains the texts about plug-ins: in place of a part that failed, and for a route that no plug-in has. The
 * specification gives the wording of `noRoute` (spec 1 §2).
 */
import { isolated } from '../isolated.js';

export const pluginTexts = {
  noRoute: 'Could not find plugin route',
  noRouteHelp: 'No plug-in of this console has a page at this address.',
  failed: (plugin: string): string => `The plug-in "${isolated(plugin)}" failed here`,
  notLoaded: (plugin: string, reason: string): string =>
    `The plug-in "${isolated(plugin)}" could not be loaded: ${reason}`,
  partly: (plugin: string, reason: string): string =>
    `A part of the plug-in "${isolated(plugin)}" is left out: ${reason}`,
  notDefined: (tag: string): string => `Its element <${tag}> is not defined.`,
  group: 'Plug-ins',
  close: 'Close',
} as const;
