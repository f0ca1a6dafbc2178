/** Endpoints of single messages (contract search messages.*). */
import type { ConfigField } from './config-fields.js';
import { endpoint } from './endpoint.js';
import type { AnalyzeQuery, ParseRequest } from './messages.schema.js';

/** A single stored message. In contrast to search results, its fields are in the nested object `fields`. */
export interface StoredMessage {
  message: {
    id: string;
    timestamp: string;
    message?: string;
    source?: string;
    /** All fields of the message, including `_id`, `streams` and `gl2_*`; integers beyond 2^53 are bigint. */
    fields: Record<string, unknown>;
    streams?: string[];
    stream_ids?: string[];
  };
  /** Name of the index that contains the message; null for a message that is not stored. */
  index: string | null;
  highlight_ranges?: Record<string, { start: number; length: number }[]> | null;
}

export const getMessage = endpoint<{ answer: StoredMessage }>()('GET', '/messages/{index}/{messageId}', {
  handler: 'messages:read:{messageId} and streams:read on one of its streams',
});
/** A codec: it decodes received bytes to a message. */
export interface CodecTypeInfo {
  type: string;
  /** Display name; when it is empty, the console shows the type instead. */
  name: string;
  requested_configuration: Record<string, ConfigField>;
}
/** Returns the codecs that `parseMessage` accepts, with their types as keys. */
export const allCodecTypes = endpoint<{ answer: Record<string, CodecTypeInfo> }>()(
  'GET',
  '/system/codecs/types/all',
  'session',
);
/** Decodes a message with a codec without storing it; the answer is 404 when the codec does not exist. */
export const parseMessage = endpoint<{ body: ParseRequest; answer: StoredMessage }>()(
  'POST',
  '/messages/parse',
  'session',
);
/** Returns the tokens into which the server splits a text; searches find the text by them. */
export const analyzeText = endpoint<{ query: AnalyzeQuery; answer: { tokens: string[] } }>()(
  'GET',
  '/messages/{index}/analyze',
  { needs: 'messages:analyze' },
);
