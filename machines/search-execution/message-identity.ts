import type { ResultMessage } from '../../api/contract/searches.js';

/** Returns a text that identifies a message by its index and id (screens/search.md §8). */
export function messageIdentity({ index, message }: Pick<ResultMessage, 'index' | 'message'>): string {
  return `${index}\u0000${String(message['_id'] ?? message['id'] ?? '')}`;
}
