/** Single messages (contract/search.json messages.*). */
import type { ConfigField } from './config-fields.js';
import { endpoint } from './endpoint.js';
import type { AnalyzeQuery, ParseRequest } from './messages.schema.js';

/** A stored message. Unlike in search results, its fields are a nested object. */
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
/** A codec that decodes messages. */
export interface CodecTypeInfo {
  type: string;
  /** Display name; may be empty, then the type is shown. */
  name: string;
  requested_configuration: Record<string, ConfigField>;
}
/** Lists codecs that can decode a message, by type. */
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
/** Returns the tokens by which the text is found. */
export const analyzeText = endpoint<{ query: AnalyzeQuery; answer: { tokens: string[] } }>()(
  'GET',
  '/messages/{index}/analyze',
  { needs: 'messages:analyze' },
);
