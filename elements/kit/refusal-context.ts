import { createContext, type ComponentType } from 'react';
import type { Forbidden } from '../../api/failures.js';

export interface RefusalProps {
  readonly error: Forbidden;
}

/** The console's page for a request that the server refused; undefined in other hosts. */
export const RefusalContext = createContext<ComponentType<RefusalProps> | undefined>(undefined);
