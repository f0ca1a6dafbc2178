import type { FieldType, ResultMessage } from '../widgets/faces.js';
import { MessageDetailView } from './message-detail.js';
import { unknownOrigin } from './message-origin.js';

export interface MessageDetailProps {
  readonly message: ResultMessage;
  readonly fieldTypes?: readonly FieldType[] | undefined;
  readonly streams?: readonly string[] | undefined;
}

/** The details of a message that a search returned; asks for the names of its input, node and streams. */
export function MessageDetail(props: MessageDetailProps) {
  return <MessageDetailView {...props} origin={unknownOrigin} />;
}
