import { createContext } from 'react';

/** Given where a widget can be folded to its header. */
export interface WidgetFold {
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
}
export const WidgetFoldContext = createContext<WidgetFold | undefined>(undefined);
