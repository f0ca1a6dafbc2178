/** Builds the navigation entries of plug-ins, filtered by the user's permissions. The functions are pure. */
import { allowsAll } from '../../api/permissions.js';
import { pathOfRoute } from '../kit/pages.js';
import type { PluginLink, PluginMenuItem } from '../kit/plugins/face.js';

/** Compares titles in natural order: numbers within titles compare by value. */
const inNaturalOrder = (one: { readonly title: string }, other: { readonly title: string }): number =>
  one.title.toLowerCase().localeCompare(other.title.toLowerCase(), 'en', { numeric: true });

/**
 * Returns the entries of the navigation bar that the user may see, sorted by title; menus without any visible entry are
 * left out.
 */
export function barItems(items: readonly PluginMenuItem[], granted: readonly string[]): readonly PluginMenuItem[] {
  const sees = ({ permissions = [] }: Pick<PluginLink, 'permissions'>): boolean => allowsAll(granted, permissions);
  return items
    .filter((item) => item.place !== 'system' && sees(item))
    .map((item) => (item.children ? { ...item, children: item.children.filter(sees) } : item))
    .filter(({ path, children = [] }) => path !== undefined || children.length > 0)
    .sort(inNaturalOrder);
}

/** Returns the entries of plug-ins in the System menu that the user may see, sorted by title. */
export function systemItems(items: readonly PluginMenuItem[], granted: readonly string[]): readonly PluginLink[] {
  return items
    .flatMap(({ place, title, path, permissions = [] }) =>
      place === 'system' && path !== undefined && allowsAll(granted, permissions) ? [{ title, path }] : [],
    )
    .sort(inNaturalOrder);
}

/** Returns true if the path of the current address equals the link's path or is below it. */
export const isAt = (link: string, path: string): boolean => {
  const to = pathOfRoute(link);
  return path === to || path.startsWith(`${to}/`);
};

/** Returns the paths to which the menu items of plug-ins lead, including submenus. */
export const linkedPaths = (items: readonly PluginMenuItem[]): readonly string[] =>
  items.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [pathOfRoute(path)]),
    ...children.map((child) => pathOfRoute(child.path)),
  ]);
