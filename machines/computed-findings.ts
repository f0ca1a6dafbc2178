/** Findings of the query validation about fields that the server computes during the search. */
import type { ValidationAnswer } from '../api/contract/searches.js';
import type { ValidationInput } from './query-validation.js';

/**
 * Returns an answer without the warnings that a computed field is unknown. If no findings remain, its status becomes
 * `OK`.
 */
export function withoutComputed(
  answer: ValidationAnswer,
  computed: ValidationInput['computed'] = {},
): ValidationAnswer {
  const all = answer.explanations ?? [];
  const explanations = all.filter(
    ({ error_type: type, related_property: name }) =>
      type !== 'UNKNOWN_FIELD' || typeof name !== 'string' || !Object.hasOwn(computed, name),
  );
  if (explanations.length === all.length) return answer;
  return explanations.length > 0 ? { ...answer, explanations } : { status: 'OK' };
}
