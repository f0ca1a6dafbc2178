import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { getMessage, type StoredMessage } from '../contract/messages.js';
import type { ResultMessage } from '../contract/searches.js';

/** A stored message never changes, only disappears: asked for once, kept while it is shown. */
export function messageQuery(client: Client, index: string, messageId: string) {
  return queryOptions({
    queryKey: ['messages', index, messageId],
    queryFn: async ({ signal }): Promise<ResultMessage> => {
      const stored = await client.call(getMessage, { params: { index, messageId }, signal, check: isStoredMessage });
      return resultMessageOf(stored);
    },
    staleTime: Infinity,
    // A message may have 20 MB.
    gcTime: 60_000,
    retry: false,
  });
}

function isStoredMessage(answer: unknown): boolean {
  const message = (answer as StoredMessage | null | undefined)?.message;
  return (
    typeof message === 'object' && message !== null && typeof message.fields === 'object' && message.fields !== null
  );
}

/** The same shape as in the result of a search. */
export function resultMessageOf({ message, index, highlight_ranges }: StoredMessage): ResultMessage {
  return {
    message: {
      ...message.fields,
      _id: message.fields['_id'] ?? message.id,
      timestamp: message.fields['timestamp'] ?? message.timestamp,
      streams: message.fields['streams'] ?? message.stream_ids ?? message.streams ?? [],
    },
    index: index ?? '',
    highlight_ranges: highlight_ranges ?? null,
    decoration_stats: null,
  };
}
