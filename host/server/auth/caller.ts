import { allows } from '../../../api/permissions.js';
import { ForbiddenError } from '../foundation/errors.js';
import type { Guest } from './guest.js';
import { isPermissionPart } from './names.js';

/**
 * The caller of an endpoint: a user with all permissions in effect at this moment (implicit, stored, of roles and of
 * grants).
 */
export interface Caller {
  readonly id: string;
  readonly username: string;
  readonly permissions: readonly string[];
  /** IANA time zone; null: not set. */
  readonly timezone: string | null;
  /** Hash of the id of the request's session, the key of the session's record; absent: the request has no session. */
  readonly sessionKey?: string;
  /**
   * Present for a guest with an embed token, who has no account and may access only the objects that the token names.
   */
  readonly guest?: Guest;
}

export function can(caller: Caller, required: string): boolean {
  return allows(caller.permissions, required);
}

/**
 * Returns a function that tells whether the caller has a permission for one entity. The function is fast for thousands
 * of entities and thousands of permissions.
 *
 * @param permissionOf returns the permission for an id; for `*` it must return one that covers only all entities
 */
export function permissionChecker(caller: Caller, permissionOf: (id: string) => string): (id: string) => boolean {
  if (can(caller, permissionOf('*'))) return () => true;
  const named = new Set(caller.permissions);
  const wide = caller.permissions.filter((grant) => grant.includes('*'));
  return (id) => {
    const wanted = permissionOf(id);
    return named.has(wanted) || allows(wide, wanted);
  };
}

/** Requires all given permissions. @throws ForbiddenError that names the first missing permission */
export function authorize(caller: Caller, ...permissions: readonly string[]): void {
  const missing = permissions.find((permission) => !can(caller, permission));
  if (missing !== undefined) throw new ForbiddenError(`Not authorized: this needs ${missing}.`);
}

/**
 * Returns a value as one part of a permission. An empty value, or a value with a character such as `:` or `*`, is
 * replaced by a character that no grant contains, so that only a wider grant covers the permission.
 */
const asPart = (value: string) => (isPermissionPart(value) ? value : '\u0000');

/** Returns the permission for one entity: `permissionOn('streams:read', id)`. */
export function permissionOn(permission: string, id: string): string {
  return `${permission}:${asPart(id)}`;
}

/**
 * Fills the parameters of a path into a permission such as `streams:read:{streamId}`; a missing parameter yields a
 * permission that only a wider grant covers.
 */
export function fillPermission(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => asPart(params[name] ?? '\u0000'));
}
