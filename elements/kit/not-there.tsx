/** Shown if the entity of a page does not exist: the console shows its page (spec 3 §2.5), other hosts a text in place. */
import { useContext, type ReactNode } from 'react';
import type { NotFound } from '../../api/failures.js';
import { RefusalContext } from './refusal-context.js';

export interface NotThereProps {
  readonly error: NotFound;
  /** Text for elements outside of the console. */
  readonly children: ReactNode;
}

/** @throws NotFound in the console, for the boundary around its pages */
export function NotThere({ error, children }: NotThereProps): ReactNode {
  if (useContext(RefusalContext)) throw error;
  return children;
}
