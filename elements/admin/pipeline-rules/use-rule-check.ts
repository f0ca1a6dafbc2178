/** Checks a rule on the server while it is edited. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ParseError } from '../../../api/contract/pipelines.js';
import { checkRule } from '../../../api/queries/pipelines.js';
import { useConnection } from '../../element/connection-context.js';
import { useDebounced } from '../../kit/use-debounced.js';

/** Milliseconds after the last keystroke until the source is checked (screens/administration.md E4). */
const checkAfterMs = 500;

export interface RuleCheck {
  /** Errors of the current source; undefined: not checked yet. */
  readonly errors: readonly ParseError[] | undefined;
  readonly failure: unknown;
}

export function useRuleCheck(source: string): RuleCheck {
  const { client } = useConnection();
  const settled = useDebounced(source, checkAfterMs);
  const isEmpty = settled.trim() === '';
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['ruleCheck', settled],
    queryFn: ({ signal }) => checkRule(client, settled, signal),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const isCurrent = settled === source && !isPlaceholderData;
  return { errors: isCurrent && !isEmpty ? data?.errors : undefined, failure: error ?? undefined };
}
