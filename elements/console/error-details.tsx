/** What is known of a failure beyond its message: its trace, and the components that it happened in; of what is no error, all of it. */
import type { ReactNode } from 'react';
import { Lines } from './lines.js';

export interface ErrorDetailsProps {
  readonly error: unknown;
  readonly componentStack?: string | undefined;
}

export function ErrorDetails({ error, componentStack }: ErrorDetailsProps): ReactNode {
  const trace = error instanceof Error ? (error.stack ?? error.message) : jsonOf(error);
  return <Lines lines={componentStack ? [trace, '', componentStack.trim()] : [trace]} />;
}

function jsonOf(error: unknown): string {
  try {
    return JSON.stringify(error, undefined, 2) ?? String(error);
  } catch {
    // A circle, or something that JSON does not know.
    return String(error);
  }
}
