/** What a page is about is not there: the console shows its page for that (spec 3 §2.5), elements say it in place. */
import { useContext, type ReactNode } from 'react';
import type { NotFound } from '../../api/failures.js';
import { RefusalContext } from './refusal-context.js';

export interface NotThereProps {
  readonly error: NotFound;
  /** What an element says. */
  readonly children: ReactNode;
}

/** @throws NotFound in the console, for the boundary around its pages */
export function NotThere({ error, children }: NotThereProps): ReactNode {
  if (useContext(RefusalContext)) throw error;
  return children;
}
