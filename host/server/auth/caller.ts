import { allows } from '../../../api/permissions.js';
import { ForbiddenError } from '../errors.js';

/** Who makes a call: the user with every permission in effect at this moment (implicit, stored, roles, grants). */
export interface Caller {
  readonly id: string;
  readonly username: string;
  readonly permissions: readonly string[];
  /** IANA name; null: not set. */
  readonly timezone: string | null;
  /** Internal id of the session the call came with; undefined with a token or a password. */
  readonly sessionKey?: string;
}

export function can(caller: Caller, required: string): boolean {
  return allows(caller.permissions, required);
}

/** @throws ForbiddenError naming the first permission that is missing */
export function authorize(caller: Caller, ...permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !can(caller, permission));
  if (missing !== undefined) throw new ForbiddenError(`Not authorized: this needs ${missing}.`);
}
