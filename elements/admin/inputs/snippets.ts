/** Contains the snippets for sending messages to an input, by type of the input. */
import { beatsMakers } from './beats-snippets.js';
import { cefMakers } from './cef-snippets.js';
import { gelfMakers } from './gelf-snippets.js';
import { jsonLinesMakers } from './json-lines-snippets.js';
import { netFlowMakers } from './netflow-snippets.js';
import { rawMakers } from './raw-snippets.js';
import { shipperMakers } from './shipper-snippets.js';
import type { Makers, SendTarget, Snippet } from './snippet.js';
import { syslogMakers } from './syslog-snippets.js';

/** Functions that make the snippets, by the id of the input's type. */
const makers: Makers = {
  ...gelfMakers,
  ...syslogMakers,
  ...rawMakers,
  ...netFlowMakers,
  ...beatsMakers,
  ...cefMakers,
  ...shipperMakers,
  ...jsonLinesMakers,
};

/** Returns whether there are snippets for inputs of a type. */
export const hasSnippets = (type: string): boolean => Object.hasOwn(makers, type);

/**
 * Returns the snippets for sending messages to an input.
 * @param type id of the input's type
 */
export const snippetsFor = (type: string, target: SendTarget): readonly Snippet[] =>
  (hasSnippets(type) ? (makers[type] ?? []) : []).flatMap((make) => make(target) ?? []);
