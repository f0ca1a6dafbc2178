/** Snippets by input type, ready to copy. The functions are pure. */
import { beatsMakers } from './beats-snippets.js';
import { cefMakers } from './cef-snippets.js';
import { gelfMakers } from './gelf-snippets.js';
import { jsonLinesMakers } from './json-lines-snippets.js';
import { netFlowMakers } from './netflow-snippets.js';
import { rawMakers } from './raw-snippets.js';
import { shipperMakers } from './shipper-snippets.js';
import type { Makers, SendTarget, Snippet } from './snippet.js';
import { syslogMakers } from './syslog-snippets.js';

/** Snippet builders by type id of the input. */
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

/** Tells whether there are snippets for inputs of the type. */
export const hasSnippets = (type: string): boolean => Object.hasOwn(makers, type);

/** @param type type id of the input */
export const snippetsFor = (type: string, target: SendTarget): readonly Snippet[] =>
  (hasSnippets(type) ? (makers[type] ?? []) : []).flatMap((make) => make(target) ?? []);
