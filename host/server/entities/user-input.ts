/** Validates an account before it is stored, and finds an account by the name or id in a path. */
import { passwordProblem } from '../auth/password-rules.js';
import type { Auth } from '../auth/auth.js';
import { can, type Caller } from '../auth/caller.js';
import { nameProblem } from '../auth/names.js';
import { selfPermissions } from '../auth/permission-list.js';
import type { UserRecord } from '../auth/users.js';
import { checkLengths } from './quotas.js';
import { BadRequestError, FieldValidationError, ForbiddenError, NotFoundError } from '../foundation/errors.js';

interface Names {
  readonly username: string;
  readonly email?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
}

const limits = { username: [1, 100], email: [1, 254], first_name: [0, 100], last_name: [0, 100] } as const;

/** Checks the lengths of the names of an account. @throws FieldValidationError that names each wrong field */
export function checkNames(names: Names): void {
  const errors: Record<string, string[]> = {};
  for (const [field, [shortest, longest]] of Object.entries(limits)) {
    const value = names[field as keyof Names];
    if (typeof value !== 'string') continue;
    if (value.trim().length < shortest) errors[field] = ['must not be empty'];
    if (value.length > longest) errors[field] = [`must not be longer than ${longest} characters`];
  }
  if (`${names.first_name ?? ''} ${names.last_name ?? ''}`.length > 200) {
    errors['full_name'] = ['must not be longer than 200 characters'];
  }
  if (Object.keys(errors).length > 0) throw new FieldValidationError(errors);
}

/** Checks the name of a new account or role. @throws FieldValidationError when the name is not allowed */
export function checkNewName(name: string, field: 'username' | 'name'): void {
  const problem = nameProblem(name);
  if (problem !== undefined) throw new FieldValidationError({ [field]: [problem] });
}

/** Checks a new password. @throws FieldValidationError when it is too short, too long or often guessed */
export function checkPassword(password: string): void {
  const problem = passwordProblem(password);
  if (problem !== undefined) throw new FieldValidationError({ password: [problem] });
}

/**
 * Returns an account by name, or by id after checking the permission on its name. A caller without the permission on
 * any account is refused before learning which ids exist.
 * @throws NotFoundError for an unknown name or id, ForbiddenError without the permission
 */
export function findUser(
  auth: Auth,
  wanted: { readonly username: string } | { readonly id: string; readonly caller: Caller; readonly permission: string },
): UserRecord {
  if ('username' in wanted) {
    const user = auth.users.named(wanted.username);
    if (!user) throw new NotFoundError(`Couldn't find user ${wanted.username}`);
    return user;
  }
  const user = auth.users.get(wanted.id);
  const required = `users:${wanted.permission}${user ? `:${user.username}` : ''}`;
  if (!can(wanted.caller, required)) throw new ForbiddenError(`Not authorized: this needs users:${wanted.permission}.`);
  if (!user) throw new NotFoundError(`Couldn't find user with ID <${wanted.id}>`);
  return user;
}

/** Returns the ids of named roles. @throws BadRequestError that names the unknown roles */
export function roleIds(auth: Auth, names: readonly string[]): string[] {
  const unknown = names.filter((name) => !auth.roles.named(name));
  if (unknown.length > 0) throw new BadRequestError(`Invalid role names: ${unknown.join(', ')}`);
  return [...new Set(names.flatMap((name) => auth.roles.named(name)?.id ?? []))];
}

/** Removes permissions that the account has anyway: implicit ones and those of its roles. */
export function storablePermissions(auth: Auth, user: UserRecord, permissions: readonly string[]): string[] {
  const implied = new Set([...selfPermissions(user.username), ...auth.roles.permissionsOf(user.role_ids)]);
  return [...new Set(permissions)].filter((permission) => !implied.has(permission));
}

/** Returns the name of a time zone if the runtime knows it, otherwise undefined. */
export function timezoneOf(name: string | null | undefined): string | undefined {
  if (!name) return undefined;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    return undefined;
  }
}

/**
 * Returns the start page in its stored form; null: it lacks type or id.
 * @throws FieldValidationError when type or id is too long
 */
export function startpageOf(
  startpage: { type?: string | null; id?: string | null } | null | undefined,
): UserRecord['startpage'] {
  checkLengths({ 'startpage.type': [startpage?.type, 100], 'startpage.id': [startpage?.id, 100] });
  return startpage?.type && startpage.id ? { type: startpage.type, id: startpage.id } : null;
}
