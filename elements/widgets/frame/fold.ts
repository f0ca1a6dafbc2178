import { createContext } from 'react';

/** State of a widget that can be folded to its header. */
export interface WidgetFold {
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
}
export const WidgetFoldContext = createContext<WidgetFold | undefined>(undefined);
