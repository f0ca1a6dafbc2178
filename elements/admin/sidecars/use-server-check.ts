/**
 * Validates a form on the server 200 ms after the last keystroke; errors are returned by field
 * (screens/administration.md F4).
 */
import { useQuery } from '@tanstack/react-query';
import type { SidecarValidation } from '../../../api/contract/sidecars.schema.js';
import { useDebounced } from '../../kit/use-debounced.js';

const checkAfterMs = 200;

/**
 * Returns the server's errors by field name; empty until the current values have been validated.
 *
 * @param name form that is validated, for the cache key
 * @param body values to validate; undefined: there is nothing to validate yet
 */
export function useServerCheck<Body>(
  name: string,
  body: Body | undefined,
  check: (body: Body, signal: AbortSignal) => Promise<SidecarValidation>,
): Readonly<Record<string, string | undefined>> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const settled = useDebounced(text, checkAfterMs);
  const { data } = useQuery({
    queryKey: ['sidecarValidation', name, settled],
    // Cast: the text was serialised above from a `Body`.
    queryFn: ({ signal }) => check(JSON.parse(settled) as Body, signal),
    enabled: settled !== '',
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  // The answer belongs to an earlier text, so it is ignored.
  if (!data || settled !== text) return {};
  return Object.fromEntries(Object.entries(data.errors).map(([field, problems]) => [field, problems.join(' ')]));
}
