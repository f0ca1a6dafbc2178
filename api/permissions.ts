/**
 * Compares permissions (spec 1 §6, contract administration). The functions are pure. The server uses them to enforce
 * permissions, the console to hide forbidden actions.
 */

/**
 * Tells whether a granted permission covers a required one. Their parts are compared from the left, case-sensitively:
 * – `*` in the grant matches any value of its part
 * – a shorter grant covers everything below it: `streams:read` covers `streams:read:abc`
 * – a longer grant covers a shorter requirement only if the rest of the grant is `*`
 * – a grant `entity:own:<GRN>` covers only itself
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

/**
 * Tells whether a user with the permissions `granted` has the permission `required`. An empty `required` is always
 * granted.
 */
export function allows(granted: readonly string[], required: string): boolean {
  return required === '' || granted.some((grant) => covers(grant, required));
}

/**
 * Tells whether `granted` contains a permission for all entities or for at least one: `streams:read:abc` suffices for
 * `streams:read`.
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

/** Tells whether a user has at least one of the required permissions; true if none is required. */
export function allowsAny(granted: readonly string[], required: readonly string[]): boolean {
  return required.length === 0 || required.some((permission) => allows(granted, permission));
}
