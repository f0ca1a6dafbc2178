import { useMessageOrigin, useSurroundingConfig } from './use-message-facts.js';
import { MessageDetailView, type MessageDetailViewProps } from './message-detail.js';

export type MessageDetailProps = Omit<MessageDetailViewProps, 'origin' | 'surrounding'>;

/** The details of a message that a search returned; asks for the names of its input, node and streams. */
export function MessageDetail(props: MessageDetailProps) {
  return <MessageDetailView {...props} origin={useMessageOrigin(props.message)} surrounding={useSurroundingConfig()} />;
}
