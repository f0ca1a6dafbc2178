/**
 * Checks the names of accounts and roles, which occur in permissions, in addresses and on pages, and must be
 * unambiguous there.
 */

/**
 * Tells whether a value can be one part of a permission: `*` would match anything, `:` and `,` would divide it; empty
 * values and control characters are refused, too.
 */
export const isPermissionPart = (value: string): boolean => value !== '' && !/[*:,\p{Cc}]/u.test(value);

/** Characters that are invisible or change the reading direction, including lone surrogates. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;
const lookAlikes = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Largest length of a name in UTF-16 units: names are used in headers, addresses and permissions. */
const longestName = 255;

/**
 * Returns why a name must not be given to an account or a role, as the rest of a sentence (`must not …`); undefined:
 * the name is allowed.
 */
export function nameProblem(name: string): string | undefined {
  if (name.length > longestName) return `must not be longer than ${longestName} characters`;
  if (!isPermissionPart(name) || invisible.test(name)) return 'must not hold *, :, comma or invisible characters';
  if (name.trim() !== name) return 'must not begin or end with a space';
  if (/^\.+$/.test(name)) return 'must be more than dots';
  if (lookAlikes.filter((script) => script.test(name)).length > 1) {
    return 'must not mix Latin, Cyrillic and Greek letters, which look alike';
  }
  return undefined;
}

/**
 * Normalises a name, so that names which users would confuse are equal: case, width, ligatures and kinds of spaces are
 * ignored.
 */
export const comparableName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
