/**
 * Contains the functions of the action "Test against stream", which runs a stream's rules on a message. The functions
 * are pure.
 */
import type { ResultMessage } from '../../api/contract/searches.js';

/** Id of the default stream: messages enter it without rules, so there are no rules to test (contract search G3). */
export const defaultStreamId = '000000000000000000000001';

/** Returns the route of the stream's rules with the message as their example. */
export function streamTestRoute(streamId: string, { index, message }: ResultMessage): string {
  const parameters = new URLSearchParams({ index, message_id: String(message['_id'] ?? '') });
  return `/streams/${encodeURIComponent(streamId)}/edit?${parameters.toString()}`;
}
