/** Single messages (contract/search.json messages.*). */
import type { ConfigField } from './config-fields.js';
import { endpoint } from './endpoint.js';
import type { AnalyzeQuery, ParseRequest } from './messages.schema.js';

/** Unlike the rows of a result, the fields are in an object of their own. */
export interface StoredMessage {
  message: {
    id: string;
    timestamp: string;
    message?: string;
    source?: string;
    /** All fields, with `_id`, `streams` and `gl2_*`; integers beyond 2^53 are bigint. */
    fields: Record<string, unknown>;
    streams?: string[];
    stream_ids?: string[];
  };
  /** Index that holds the message; null for a message that is not stored. */
  index: string | null;
  highlight_ranges?: Record<string, { start: number; length: number }[]> | null;
}

export const getMessage = endpoint<{ answer: StoredMessage }>()('GET', '/messages/{index}/{messageId}', {
  handler: 'messages:read:{messageId} and streams:read on one of its streams',
});
/** One way of reading a message. */
export interface CodecTypeInfo {
  type: string;
  /** May be empty: the type says it then. */
  name: string;
  requested_configuration: Record<string, ConfigField>;
}
/** Codecs that can parse a message, by type. */
export const allCodecTypes = endpoint<{ answer: Record<string, CodecTypeInfo> }>()(
  'GET',
  '/system/codecs/types/all',
  'session',
);
/** Decodes a message without storing it; 404 for an unknown codec. */
export const parseMessage = endpoint<{ body: ParseRequest; answer: StoredMessage }>()(
  'POST',
  '/messages/parse',
  'session',
);
/** The words that a text is found by. */
export const analyzeText = endpoint<{ query: AnalyzeQuery; answer: { tokens: string[] } }>()(
  'GET',
  '/messages/{index}/analyze',
  { needs: 'messages:analyze' },
);
