/** Help for sending to an input: directly, or through the broker that it reads from. */
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
 * @param type type id of the input
 * @param listening `address:port`, if the server reports it
 * @param server address of the server's API
 * @returns undefined when there is no help for the type
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
