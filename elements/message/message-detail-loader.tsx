import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { messageDetailMachine } from '../../machines/message-detail.js';
import { MessageDetailView, type MessageDetailViewProps } from './message-detail.js';
import { useMessageOrigin, useSurroundingConfig } from './use-message-facts.js';

export type MessageDetailProps = Omit<MessageDetailViewProps, 'origin' | 'surrounding' | 'changes' | 'onToggleChanges'>;

/** Renders the details of a message found by a search; loads the names of its input, node and streams. */
export function MessageDetail(props: MessageDetailProps) {
  const { message } = props;
  const [state, send] = useMachine(messageDetailMachine, { input: { message } });
  useEffect(() => {
    send({ type: 'message.replaced', message });
  }, [send, message]);
  return (
    <MessageDetailView
      {...props}
      origin={useMessageOrigin(message)}
      surrounding={useSurroundingConfig()}
      changes={state.matches({ shown: 'changes' })}
      onToggleChanges={() => send({ type: 'changes.toggled' })}
    />
  );
}
