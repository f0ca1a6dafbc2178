import { allows } from '../../../api/permissions.js';
import { ForbiddenError } from '../foundation/errors.js';
import type { Guest } from './guest.js';
import { isPermissionPart } from './names.js';

/** The caller of an endpoint: a user with all permissions in effect at this moment (implicit, stored, roles, grants). */
export interface Caller {
  readonly id: string;
  readonly username: string;
  readonly permissions: readonly string[];
  /** IANA name; null: not set. */
  readonly timezone: string | null;
  /** Internal id of the session the call came with; undefined with a token or a password. */
  readonly sessionKey?: string;
  /** Present for a guest who came with an embed token and has no account: what the token names is all that is served. */
  readonly guest?: Guest;
  /** True while the server installs a content pack: what would not work yet, as mail without a mail server, is stored all the same. */
  readonly installs?: true;
}

export function can(caller: Caller, required: string): boolean {
  return allows(caller.permissions, required);
}

/** @throws ForbiddenError naming the first permission that is missing */
export function authorize(caller: Caller, ...permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !can(caller, permission));
  if (missing !== undefined) throw new ForbiddenError(`Not authorized: this needs ${missing}.`);
}

/**
 * A value that goes into a permission must be one part of it: with `:` or `*` inside it is replaced by something nobody is granted
 * by name, so that only a wider grant covers it.
 */
const asPart = (value: string) => (isPermissionPart(value) ? value : '\u0000');

/** The permission for one entity: `permissionOn('streams:read', id)`. */
export function permissionOn(permission: string, id: string): string {
  return `${permission}:${asPart(id)}`;
}

/** `streams:read:{streamId}` with its parameters filled in; a missing one is nobody's. */
export function fillPermission(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => asPart(params[name] ?? '\u0000'));
}
