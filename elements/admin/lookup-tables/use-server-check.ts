/** Validates a form on the server some time after the last change; errors are returned by field. */
import { useQuery } from '@tanstack/react-query';
import type { ValidationResult } from '../../../api/contract/lookup.js';
import { useDebounced } from '../../kit/use-debounced.js';

const checkAfterMs = 500;

/**
 * @param body request body; undefined: nothing has been changed yet
 * @returns the first error of a field; undefined: none known
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
    queryFn: ({ signal }) => ask(JSON.parse(settled) as Body, signal),
    enabled: settled !== '' && settled === text,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return (field) => (settled === text ? data?.errors[field]?.[0] : undefined);
}
