import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isMessages } from '../../machines/search-execution/results.js';
import { useHostElement } from '../element/host-context.js';
import type { MessageOpenHandler } from '../widgets/index.js';
import type { ViewPageActor } from './view-page.js';

/**
 * Returns the handler for messages that are opened or closed. It emits `log-message-open` and returns false when the
 * host cancels that event. The automatic refresh is paused while an open message is among the shown results.
 */
export function useOpenMessages(page: ViewPageActor): MessageOpenHandler {
  const host = useHostElement();
  const execution = useSelector(page, ({ context }) => context.execution);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  // The results matter only while a message is open; otherwise new results must not render this component again.
  const shown = useSelector(execution, ({ context }) => (open.size > 0 ? context.shown : undefined));
  const latest = useRef(host);
  useEffect(() => {
    latest.current = host;
  });
  const anyOpen = useMemo(() => {
    if (open.size === 0) return false;
    const results = Object.values(shown?.result?.search_types ?? {}).filter(isMessages);
    return results.some(({ messages }) =>
      messages.some(({ index, message }) => open.has(keyOf(index, message['_id']))),
    );
  }, [open, shown]);
  useEffect(() => {
    if (!anyOpen) return;
    page.send({ type: 'message.opened' });
    return () => page.send({ type: 'message.closed' });
  }, [page, anyOpen]);

  return useCallback((message, opened) => {
    const id = String(message.message['_id']);
    const detail = { index: message.index, id };
    if (opened && !latest.current.emit('log-message-open', detail, { cancelable: true })) return false;
    setOpen((before) => {
      const next = new Set(before);
      if (opened) next.add(keyOf(message.index, id));
      else next.delete(keyOf(message.index, id));
      return next;
    });
    return true;
  }, []);
}

const keyOf = (index: string, id: unknown): string => `${index} ${String(id)}`;
