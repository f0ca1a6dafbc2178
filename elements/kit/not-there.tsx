/**
 * Shown if the page's entity does not exist: the console shows its 404 page (spec 3 §2.5), other hosts an inline text.
 */
import { useContext, type ReactNode } from 'react';
import type { NotFound } from '../../api/failures.js';
import { RefusalContext } from './refusal-context.js';

export interface NotThereProps {
  readonly error: NotFound;
  /** Inline text for elements outside the console. */
  readonly children: ReactNode;
}

/** @throws NotFound in the console, for the boundary around its pages */
export function NotThere({ error, children }: NotThereProps): ReactNode {
  if (useContext(RefusalContext)) throw error;
  return children;
}
