/** Creates records of the store's journal for tests. */
import { decodeMessage, encodeMessage } from '../../../../host/server/store/record.js';
import type { StoredRecord } from '../../../../host/server/store/types.js';
import { message } from '../store/opened-store.js';

let offset = 0;

/** Builds a journal record of messages with these texts. */
export function recordOf(...texts: string[]): StoredRecord {
  const lines = texts.map((text, at) => encodeMessage(message(text), `id-${at}`, 1));
  offset += 1;
  return { payload: lines.join('\n'), messages: lines.map(decodeMessage), end: { segment: 1, offset } };
}
