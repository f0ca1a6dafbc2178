/** Queries of single messages in the format of search results (contract search messages.get). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { StoredMessage } from '../contract/messages.js';
import { allCodecTypes, getMessage, parseMessage } from '../contract/messages.js';
import { searchRelative } from '../contract/universal.js';
import type { ResultMessage } from '../contract/searches.js';
import { keptUntilInvalidated } from './polling.js';

/** Reads a message; a cached message is never read again, because messages never change. */
export function messageQuery(client: Client, index: string, messageId: string) {
  return queryOptions({
    queryKey: ['messages', index, messageId],
    queryFn: async ({ signal }) => {
      const stored = await client.call(getMessage, { params: { index, messageId }, signal, check: isStoredMessage });
      return resultMessageOf(stored, index);
    },
    ...keptUntilInvalidated,
  });
}

const isStoredMessage = (answer: unknown): boolean => {
  const { message } = (answer ?? {}) as Partial<StoredMessage>;
  return typeof message === 'object' && message !== null && typeof message.fields === 'object';
};

const latestWithinSeconds = 3_600;

/** Reads the newest message that an input received in the last hour; null: there is none. */
export function latestMessageQuery(client: Client, inputId: string) {
  return queryOptions({
    queryKey: ['messages', 'latest', inputId],
    queryFn: async ({ signal }): Promise<ResultMessage | null> => {
      const query = { query: `gl2_source_input:${inputId}`, range: latestWithinSeconds, limit: 1 };
      const { messages } = await client.call(searchRelative, { query, signal });
      return messages[0] ?? null;
    },
    staleTime: 0,
  });
}

/** Reads the codecs that can decode a raw text; their descriptions have the names of the codecs as keys. */
export function codecTypesQuery(client: Client) {
  return queryOptions({
    queryKey: ['codecTypes'],
    queryFn: ({ signal }) => client.call(allCodecTypes, { signal }),
    ...keptUntilInvalidated,
  });
}

/** A text as received over the network, and how to decode it. */
export interface RawMessage {
  readonly text: string;
  readonly codec: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly remoteAddress: string;
  /** Id of the input that counts as the receiver of the message. */
  readonly inputId?: string | undefined;
}

/**
 * Decodes a raw text to a message; nothing is stored.
 * @throws BadRequest when the server cannot decode the text
 */
export async function parseRawMessage(client: Client, raw: RawMessage): Promise<ResultMessage> {
  const { text, codec, configuration, remoteAddress, inputId } = raw;
  const body = { message: text, codec, configuration, remote_address: remoteAddress };
  const parsed = resultMessageOf(await client.call(parseMessage, { body, check: isStoredMessage }), '');
  if (inputId === undefined) return parsed;
  return { ...parsed, message: { ...parsed.message, gl2_source_input: inputId } };
}

/** Converts a stored message to a message of a search result, without decoration. */
function resultMessageOf({ message, highlight_ranges }: StoredMessage, index: string): ResultMessage {
  const { id, timestamp, fields, stream_ids: streams } = message;
  return {
    index,
    message: { ...fields, _id: id, timestamp, streams: fields['streams'] ?? streams ?? [] },
    highlight_ranges: highlight_ranges ?? null,
    decoration_stats: null,
  };
}
