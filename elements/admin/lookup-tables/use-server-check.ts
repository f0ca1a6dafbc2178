/** `useServerCheck`: validates a form on the server `checkAfterMs` after the last change. */
import { useQuery } from '@tanstack/react-query';
import type { ValidationResult } from '../../../api/contract/lookup.js';
import { useDebounced } from '../../kit/use-debounced.js';

const checkAfterMs = 500;

/**
 * Validates a form on the server.
 * @param kind name that separates the results of different forms in the query cache
 * @param body request body of the form; undefined if the user has changed nothing yet
 * @returns a function that returns the first error of a field; undefined if no error is known
 */
export function useServerCheck<Body>(
  kind: string,
  body: Body | undefined,
  ask: (body: Body, signal: AbortSignal) => Promise<ValidationResult>,
): (field: string) => string | undefined {
  const text = body === undefined ? '' : JSON.stringify(body);
  const settled = useDebounced(text, checkAfterMs);
  const { data } = useQuery({
    queryKey: ['lookupCheck', kind, settled],
    // Cast: the text was serialised above from a `Body`.
    queryFn: ({ signal }) => ask(JSON.parse(settled) as Body, signal),
    enabled: settled !== '' && settled === text,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return (field) => (settled === text ? data?.errors[field]?.[0] : undefined);
}
