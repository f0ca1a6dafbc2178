/** Connects the open message, the tab and the order of patterns of a message table with the address of the page. */
import { useContext, useEffect, useEffectEvent, useState } from 'react';
import type { MessagesResult, ResultMessage } from '../../../api/contract/searches.js';
import { messageIdentity } from '../../../machines/search-execution/message-identity.js';
import { useConnection } from '../../element/connection-context.js';
import type { MessageOpenHandler, MessageTableWidgetProps } from '../../widgets/index.js';
import { LinkedListContext } from '../linked-list.js';

type LinkedProps = Pick<
  MessageTableWidgetProps,
  'openMessage' | 'tab' | 'onTab' | 'patternOrder' | 'onPatternOrder' | 'onOpen'
>;

export function useLinkedMessage(
  widgetId: string,
  result: MessagesResult | undefined,
  onOpen: MessageOpenHandler | undefined,
): LinkedProps {
  const connection = useConnection();
  const context = useContext(LinkedListContext);
  const linked = context?.widgetId === widgetId ? context : undefined;
  const message = linked?.message;
  const key = message && messageIdentity({ index: message.index, message: { _id: message.id } });
  const [fetched, setFetched] = useState<ResultMessage>();
  const missing =
    key !== undefined && result !== undefined && !result.messages.some((one) => messageIdentity(one) === key);
  const index = missing ? message?.index : undefined;
  const id = missing ? message?.id : undefined;
  // A bookmarked or shared address may name a message that no longer exists or may not be read.
  const close = useEffectEvent(() => linked?.onChange({ message: undefined }));
  useEffect(() => {
    if (index === undefined || id === undefined) return;
    let dropped = false;
    void import('./linked-message.js')
      .then((part) => part.linkedMessage(connection, index, id))
      .then(
        (found) => {
          if (dropped) return;
          setFetched(found);
          if (!found) close();
        },
        // After another failure the list is shown without an open message, and the address still names it.
        () => undefined,
      );
    return () => {
      dropped = true;
    };
  }, [connection, index, id]);
  if (!linked) return { ...(onOpen && { onOpen }) };
  return {
    ...(key !== undefined && {
      openMessage: { key, ...(fetched && messageIdentity(fetched) === key && { message: fetched }) },
    }),
    tab: linked.tab ?? 'messages',
    onTab: (tab) => linked.onChange({ tab: tab === 'patterns' ? tab : undefined }),
    patternOrder: linked.patternOrder,
    onPatternOrder: (patternOrder) => linked.onChange({ patternOrder }),
    onOpen: (one, opens) => {
      if (onOpen?.(one, opens) === false) return false;
      const named = { index: one.index, id: String(one.message['_id']) };
      if (opens) linked.onChange({ message: named });
      else if (messageIdentity(one) === key) linked.onChange({ message: undefined });
      return true;
    },
  };
}
