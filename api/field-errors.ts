/** Reads the validation errors of fields from failed calls of forms. */
import { BadRequest } from './failures.js';

/**
 * Returns the validation errors in an answer of the server by field name; `_` stands for the whole body (contract
 * ValidationApiError, and the bare ValidationResult of configurations).
 * @returns undefined when the failure is no `BadRequest` or its answer has no errors by field
 */
export function fieldErrorsOf(failure: unknown): Readonly<Record<string, string>> | undefined {
  if (!(failure instanceof BadRequest)) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(failure.body ?? '');
  } catch {
    return undefined;
  }
  if (Array.isArray(parsed)) return constraintsOf(parsed);
  // Cast: every member is unknown and is checked before use.
  const answer = parsed as { validation_errors?: unknown; failed?: unknown; errors?: unknown } | null;
  const errors = answer?.validation_errors ?? (answer?.failed === true ? answer.errors : undefined);
  if (typeof errors !== 'object' || errors === null) return undefined;
  const texts = Object.entries(errors).map(([field, list]: [string, unknown]) => {
    const texts = (Array.isArray(list) ? (list as unknown[]) : []).map((one) =>
      typeof one === 'string' ? one : String((one as { error?: unknown } | null)?.error ?? ''),
    );
    return [field, texts.filter(Boolean).join(' ')] as const;
  });
  return Object.fromEntries(texts);
}

/** Reads the error format of index sets, `[{path, message}]`, and returns the messages by path. */
function constraintsOf(list: readonly unknown[]): Readonly<Record<string, string>> {
  const messages = list.flatMap((one) => {
    // Cast: every member is unknown and is checked before use.
    const { path, message } = (one ?? {}) as { path?: unknown; message?: unknown };
    return typeof path === 'string' && typeof message === 'string' ? [[path, message] as const] : [];
  });
  return Object.fromEntries(messages);
}
