/** Renders an error panel in place of content that failed to load, with the reasons and a button to retry. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../api/failures.js';
import { ErrorPanel } from './error-panel.js';

export interface FailedProps {
  /** Title of the failure, with the wording of the specs. */
  readonly title: string;
  /** Queries that the content needs; failed queries are reported and can be retried. */
  readonly queries: readonly Pick<UseQueryResult, 'error' | 'refetch'>[];
}

export function Failed({ title, queries }: FailedProps): ReactNode {
  const failed = queries.filter(({ error }) => error !== null);
  const retry = (): void => {
    for (const { refetch } of failed) void refetch();
  };
  return <ErrorPanel title={title} errors={failed.map(({ error }) => reasonOf(error))} onRetry={retry} />;
}
