/** Reads the message of a storage failure, which is JSON with a type and a reason, or plain text. */
export interface FailureText {
  readonly kind?: string;
  readonly reason: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export function failureText(message: string): FailureText {
  let parsed: unknown;
  try {
    parsed = JSON.parse(message);
  } catch {
    return { reason: message };
  }
  if (typeof parsed !== 'object' || parsed === null) return { reason: message };
  const { type, reason } = parsed as Readonly<Record<string, unknown>>;
  const kind = textOf(type);
  const text = textOf(reason);
  return text === undefined ? { reason: message } : { ...(kind !== undefined && { kind }), reason: text };
}
