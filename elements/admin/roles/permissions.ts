/**
 * Groups the permissions of a role by resource, and separates those that the catalogue does not list. The functions are
 * pure.
 */
import type { PermissionGroup } from '../../../api/permission-catalogue.js';
import { texts } from './texts.js';

export interface HeldGroup {
  readonly title: string;
  readonly permissions: readonly string[];
}

/** Groups permissions by resource in the order of the catalogue; `*` comes first, unknown resources last. */
export function groupsOf(held: readonly string[], catalogue: readonly PermissionGroup[]): readonly HeldGroup[] {
  const all = [...new Set(held)].sort();
  const about = (permission: string): string => permission.split(':')[0] ?? '';
  const known = new Set(catalogue.map(({ resource }) => resource));
  const everything = all.filter((permission) => about(permission) === '*');
  const others = all.filter((permission) => about(permission) !== '*' && !known.has(about(permission)));
  return [
    { title: texts.details.everything, permissions: everything },
    ...catalogue.map(({ title, resource }) => ({
      title,
      permissions: all.filter((permission) => about(permission) === resource),
    })),
    { title: texts.details.single, permissions: others },
  ].filter(({ permissions }) => permissions.length > 0);
}

/** Form values: permissions selected from the catalogue, and all others as lines of text. */
export interface ChosenPermissions {
  readonly chosen: readonly string[];
  readonly further: string;
}

export function chosenOf(held: readonly string[], catalogue: readonly PermissionGroup[]): ChosenPermissions {
  const offered = new Set(catalogue.flatMap(({ permissions }) => permissions.map(({ permission }) => permission)));
  const all = [...new Set(held)];
  return {
    chosen: all.filter((permission) => offered.has(permission)).sort(),
    further: all
      .filter((permission) => !offered.has(permission))
      .sort()
      .join('\n'),
  };
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the permissions to store. */
export const permissionsOf = ({ chosen, further }: ChosenPermissions): string[] => [
  ...new Set([...chosen, ...linesOf(further)]),
];

/** Matches `streams:read`, `streams:read:65e1…`, `entity:own:grn::::stream:65e1…`, `streams:*`, `*` */
const permissionPattern = /^(\*|[\w.-]+)(:[^\s]*)?$/;
const longestPermission = 300;

export function furtherError(further: string): string | undefined {
  const wrong = linesOf(further).find((line) => line.length > longestPermission || !permissionPattern.test(line));
  return wrong === undefined ? undefined : texts.form.furtherWrong(wrong.slice(0, longestPermission));
}

/**
 * Returns the permissions whose group title, name and description together contain every word of the filter. Groups
 * without matches are left out.
 *
 * @param only permissions to which the result is restricted; undefined: no restriction
 */
export function filteredGroups(
  catalogue: readonly PermissionGroup[],
  filter: string,
  only: ReadonlySet<string> | undefined,
): readonly PermissionGroup[] {
  const words = filter.trim().toLowerCase().split(/\s+/);
  return catalogue
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter(({ permission, description }) => {
        const text = `${group.title} ${permission} ${description}`.toLowerCase();
        return (only?.has(permission) ?? true) && words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ permissions }) => permissions.length > 0);
}
