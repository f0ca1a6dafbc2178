/** Names of accounts and roles: they stand in permissions, in addresses and before people's eyes, and must mean one thing there. */

/** Tells whether a value is exactly one part of a permission: `*` would match anything, `:` and `,` would divide it. */
export const isPermissionPart = (value: string): boolean => value !== '' && !/[*:,\p{Cc}]/u.test(value);

/** Characters that are invisible or change the reading direction, including lone surrogates. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;
const lookAlikes = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Names go into headers, addresses and permissions. */
const longestName = 255;

/** Why a name must not be given to an account or a role; undefined when it may. */
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

/** Equal for names that people would take for one another: case, width, ligatures and the kind of blank do not count. */
export const comparableName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
