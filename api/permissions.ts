/**
 * Compares permission strings (spec 1 §6, contract administration). The functions are pure. The server enforces
 * permissions with them, the console hides controls with them.
 */

/**
 * Tells whether one granted permission covers the required one. Parts are compared from the left, case-sensitively; `*`
 * in the grant matches any
 * value of its part; a shorter grant covers everything below it (`streams:read` covers `streams:read:abc`), a longer
 * one covers a
 * shorter requirement only when the rest of it is `*`. An `entity:own:<GRN>` grant implies only the identical string.
 */
function covers(grant: string, required: string): boolean {
  if (grant === required) return true;
  if (grant.startsWith('entity:own:')) return false;
  const granted = grant.split(':');
  const wanted = required.split(':');
  for (let part = 0; part < wanted.length; part += 1) {
    const value = granted[part];
    if (value === undefined) return true;
    if (value !== '*' && value !== wanted[part]) return false;
  }
  return granted.slice(wanted.length).every((value) => value === '*');
}

/** Tells whether a holder of `granted` has the permission `required`. An empty requirement is always allowed. */
export function allows(granted: readonly string[], required: string): boolean {
  return required === '' || granted.some((grant) => covers(grant, required));
}

/**
 * Tells whether `granted` holds a permission for all entities or for at least one of its kind (`streams:read` for
 * `streams:read:abc`).
 */
export function allowsForSome(granted: readonly string[], permission: string): boolean {
  const wanted = permission.split(':');
  return granted.some((grant) => {
    const parts = grant.split(':');
    return wanted.every((value, part) => [undefined, '*', value].includes(parts[part]));
  });
}

export function allowsAll(granted: readonly string[], required: readonly string[]): boolean {
  return required.every((permission) => allows(granted, permission));
}

/** True when any of the permissions is held; an empty list requires none and is true. */
export function allowsAny(granted: readonly string[], required: readonly string[]): boolean {
  return required.length === 0 || required.some((permission) => allows(granted, permission));
}
