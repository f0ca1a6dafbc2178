/** The message table that the address of its page describes, with its open message and tab. */
import { createContext } from 'react';
import type { PageLook } from '../../machines/view/page-look.js';

export interface LinkedList extends Pick<PageLook, 'message' | 'tab'> {
  readonly widgetId: string;
  /** Takes what the user changed; `undefined` members are removed from the address. */
  readonly onChange: (changed: { readonly message?: PageLook['message']; readonly tab?: PageLook['tab'] }) => void;
}

export const LinkedListContext = createContext<LinkedList | undefined>(undefined);
