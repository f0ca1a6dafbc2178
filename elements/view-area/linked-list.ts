/** Describes the message table whose open message, tab and order of patterns are part of the page's address. */
import { createContext } from 'react';
import type { PageLook } from '../../machines/view/page-look.js';

export interface LinkedList extends Pick<PageLook, 'message' | 'tab' | 'patternOrder'> {
  readonly widgetId: string;
  /** Columns in the address; absent: the address names none. */
  readonly columns?: PageLook['columns'] | undefined;
  /** Called with the changed members; a member that is present but `undefined` is removed from the address. */
  readonly onChange: (changed: {
    readonly message?: PageLook['message'];
    readonly tab?: PageLook['tab'];
    readonly patternOrder?: PageLook['patternOrder'];
  }) => void;
}

export const LinkedListContext = createContext<LinkedList | undefined>(undefined);
