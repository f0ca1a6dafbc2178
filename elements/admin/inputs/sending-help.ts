/** Help about sending to an input: directly, or through the broker that it reads. */
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
 * @param type of the input, as the server names it
 * @param listening `address:port`, where the server says it
 * @param server address of its API
 * @returns undefined when nothing is known about sending to it
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
