/** Settings of programs to send to an input, ready to copy: one line per family of input types. The functions are pure. */
import { beatsMakers } from './beats-snippets.js';
import { cefMakers } from './cef-snippets.js';
import { gelfMakers } from './gelf-snippets.js';
import { jsonLinesMakers } from './json-lines-snippets.js';
import { netFlowMakers } from './netflow-snippets.js';
import { rawMakers } from './raw-snippets.js';
import { shipperMakers } from './shipper-snippets.js';
import type { Makers, SendTarget, Snippet } from './snippet.js';
import { syslogMakers } from './syslog-snippets.js';

/** By type of input, as the server names it. */
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

/** Tells whether there is help about sending to inputs of the type. */
export const hasSnippets = (type: string): boolean => Object.hasOwn(makers, type);

/** @param type of the input, as the server names it */
export const snippetsFor = (type: string, target: SendTarget): readonly Snippet[] =>
  (hasSnippets(type) ? (makers[type] ?? []) : []).flatMap((make) => make(target) ?? []);
