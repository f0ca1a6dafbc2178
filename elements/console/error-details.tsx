/** Details of a failure: stack trace and component stack of an error; any other thrown value in full. */
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
    // JSON cannot represent a circular structure or some types.
    return String(error);
  }
}
