/** Resolves the ids in a message to names: its input, node and streams. The functions are pure. */
import type { ResultMessage } from '../../api/contract/searches.js';
import { nodeName } from '../kit/node-name.js';
import { texts } from './texts.js';

/**
 * Origin of a message. A member is undefined while it is loading or when the user may not read it, and null when the
 * input or node no longer exists.
 */
export interface MessageOrigin {
  readonly input: { readonly title: string } | null | undefined;
  readonly node: { readonly short_node_id: string; readonly hostname: string } | null | undefined;
  readonly streams: readonly StreamName[] | undefined;
}
export interface StreamName {
  readonly id: string;
  readonly title: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export function inputIdOf({ message }: ResultMessage): string | undefined {
  return text(message['gl2_source_input']);
}

export function nodeIdOf({ message }: ResultMessage): string | undefined {
  return text(message['gl2_source_node']);
}

/**
 * Returns the two names of "Received by {input} on {node}" and the route of the node's page; undefined for a message
 * that no node received. A name that is not known is replaced by the id of the input, or by the first 8 characters of
 * the id of the node. A message without an input counts as received by a deleted input.
 */
export function receivedVia(
  message: ResultMessage,
  { input, node }: MessageOrigin,
): { input: string; node: string; nodeRoute: string | undefined } | undefined {
  const nodeId = nodeIdOf(message);
  if (nodeId === undefined) return undefined;
  const inputId = inputIdOf(message);
  return {
    input: input?.title ?? (input === null || inputId === undefined ? texts.deletedInput : inputId),
    node: node ? nodeName(node) : node === null ? texts.stoppedNode : nodeId.slice(0, 8),
    nodeRoute: node ? `/system/nodes/${encodeURIComponent(nodeId)}` : undefined,
  };
}

/** Returns the known streams of the message, in the message's order. */
export function messageStreams({ message }: ResultMessage, known: readonly StreamName[] | undefined): StreamName[] {
  const ids = Array.isArray(message['streams']) ? message['streams'].map(String) : [];
  const byId = new Map(known?.map((stream) => [stream.id, stream]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
