import { createContext, type ComponentType } from 'react';
import type { Forbidden } from '../../api/failures.js';

export interface RefusalProps {
  readonly error: Forbidden;
}

/** The console's own page for what the server refuses; absent elsewhere. */
export const RefusalContext = createContext<ComponentType<RefusalProps> | undefined>(undefined);
