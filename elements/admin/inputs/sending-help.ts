/**
 * Builds the help for sending messages to an input, either directly or through the broker from which the input reads.
 */
import { brokerSnippets } from './broker-snippets.js';
import { targetOf } from './send-target.js';
import type { Snippet } from './snippet.js';
import { hasSnippets, snippetsFor } from './snippets.js';
import { texts } from './texts.js';

const { sending: words } = texts;

export interface SendingHelp {
  readonly intro: string;
  readonly snippets: readonly Snippet[];
}

/**
 * Returns an introduction and the snippets for sending messages to an input.
 * @param type id of the input's type
 * @param listening `address:port` on which the input listens; undefined if the server does not report it
 * @param server base URL of the API
 * @returns undefined if there are no snippets for the type, or the input does not listen on a port
 */
export function sendingHelp(
  type: string,
  attributes: Readonly<Record<string, unknown>>,
  listening: string | undefined,
  server: string,
): SendingHelp | undefined {
  const byBroker = brokerSnippets(type, attributes);
  if (byBroker) return { intro: words.introBroker, snippets: byBroker };
  const target = hasSnippets(type) ? targetOf(attributes, listening, server) : undefined;
  if (!target) return undefined;
  const login = target.auth === 'none' ? '' : ` ${words.auth[target.auth]}`;
  return { intro: `${target.tls ? words.introTls : words.intro}${login}`, snippets: snippetsFor(type, target) };
}
