/**
 * Shows the details of a failure: the stack trace of an error or any other thrown value as JSON, and the component
 * stack.
 */
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
    // JSON.stringify throws for circular structures and some types.
    return String(error);
  }
}
