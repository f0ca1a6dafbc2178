/** Validates the fields of an account (screens/administration.md A3, A5). The functions are pure. */
import { texts } from './texts.js';

const { form } = texts;

/** The server accepts at most 100 characters for a name and 254 for an email address. */
const longestName = 100;
const longestAddress = 254;
/** The embedded server requires 8 characters (host/server/auth/password-rules.ts), a reference server 6. */
const shortestPassword = 8;
const longestPassword = 100;
/** Longest session timeout in ms: ten years. */
const longestTimeoutMs = 315_360_000_000;

export function nameError(name: string): string | undefined {
  if (name.trim() === '') return form.required;
  return name.trim().length > longestName ? form.tooLong(longestName) : undefined;
}

export function emailError(email: string): string | undefined {
  if (email.trim() === '') return form.required;
  if (email.length > longestAddress) return form.tooLong(longestAddress);
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : form.notAddress;
}

/**
 * Returns the error of a password; only the length counts, because rules about kinds of characters make passwords
 * worse.
 */
export function passwordError(password: string): string | undefined {
  if (password === '') return form.required;
  if (password.length < shortestPassword) return form.passwordShort;
  return password.length > longestPassword ? form.passwordLong : undefined;
}

export function repeatError(password: string, repeated: string): string | undefined {
  return password === repeated ? undefined : form.passwordsDiffer;
}

/** Session timeout: never, or an amount of a unit; if the amount is empty, the server's default applies. */
export interface Timeout {
  readonly never: boolean;
  readonly amount: number | undefined;
  /** Unit in ms. */
  readonly unit: number;
}

/** Units of a session timeout in ms, largest first. */
export const units = [86_400_000, 3_600_000, 60_000, 1_000] as const;

/**
 * Converts a stored timeout in ms to the largest unit without a remainder. A negative timeout means that sessions never
 * time out; undefined means that no timeout is stored.
 */
export function timeoutOf(ms: number | undefined): Timeout {
  if (ms === undefined) return { never: false, amount: undefined, unit: 3_600_000 };
  if (ms < 0) return { never: true, amount: undefined, unit: 3_600_000 };
  const unit = units.find((one) => ms >= one && ms % one === 0) ?? 1_000;
  return { never: false, amount: Math.round(ms / unit), unit };
}

/** Converts a timeout to ms; -1 for never, undefined when no amount was entered. */
export function millisecondsOf({ never, amount, unit }: Timeout): number | undefined {
  if (never) return -1;
  return amount === undefined ? undefined : amount * unit;
}

/**
 * Returns the error of a session timeout; undefined when it is valid.
 *
 * @param required true if the timeout must not be empty
 */
export function timeoutError(timeout: Timeout, required: boolean): string | undefined {
  if (timeout.never) return undefined;
  const { amount, unit } = timeout;
  if (amount === undefined) return required ? form.required : undefined;
  if (!Number.isInteger(amount) || amount < 1) return form.amountWrong;
  return amount * unit > longestTimeoutMs ? form.amountTooLong : undefined;
}
