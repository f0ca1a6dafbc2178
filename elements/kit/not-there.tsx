/**
 * Shown if the entity of a page does not exist: the console shows its page for HTTP status 404 (spec 3 §2.5), other
 * hosts show an inline text.
 */
import { useContext, type ReactNode } from 'react';
import type { NotFound } from '../../api/failures.js';
import { RefusalContext } from './refusal-context.js';

export interface NotThereProps {
  readonly error: NotFound;
  /** Inline text that is shown outside the console. */
  readonly children: ReactNode;
}

/** @throws NotFound when rendered in the console, for the error boundary around the console's pages */
export function NotThere({ error, children }: NotThereProps): ReactNode {
  if (useContext(RefusalContext)) throw error;
  return children;
}
