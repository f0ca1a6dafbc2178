/** Lists the entries of the System menu with the permissions needed to see them (spec 3 §2.2, §6). */
import { allowsAll } from '../../api/permissions.js';
import type { PluginMenuItem } from '../kit/plugins/face.js';
import { areas, isIn } from './areas.js';
import { isAt, systemItems } from './plugin-menu.js';
import { laterTexts } from './later-texts.js';

interface SystemEntry {
  readonly label: string;
  readonly path: string;
}

/** Labels in the order of the specification; entries with other labels come after them. */
const order = [
  'Overview',
  'Configurations',
  'Nodes',
  'Inputs',
  'Outputs',
  'Indices',
  'Logging',
  'Users and Teams',
  'Roles',
  'Authentication',
  'Content Packs',
  'Grok Patterns',
  'Lookup Tables',
  'Pipelines',
  'Sidecars',
];
const placeOf = (label: string): number => (order.includes(label) ? order.indexOf(label) : order.length);

/**
 * Returns the entries of the System menu that a user with these permissions sees.
 *
 * @param items menu entries of plug-ins, which come last
 */
export function systemEntries(
  granted: readonly string[],
  items: readonly PluginMenuItem[] = [],
): readonly SystemEntry[] {
  const own = areas
    .flatMap(({ menu, title, at, path = at }) => (menu && allowsAll(granted, menu) ? [{ label: title, path }] : []))
    .sort((one, other) => placeOf(one.label) - placeOf(other.label));
  return [...own, ...systemItems(items, granted).map(({ title, path }) => ({ label: title, path }))];
}

/**
 * Returns the menu's title: "System", or "System / X" on pages of the entry X and of areas that belong to that entry.
 */
export function systemTitle(path: string, items: readonly PluginMenuItem[] = []): string {
  const area = areas.find((one) => isIn(one, path));
  const entry = area?.menu ? area : areas.find((one) => one.menu && area?.path !== undefined && isIn(one, area.path));
  const title = entry?.title ?? items.find((item) => item.place === 'system' && isAt(item.path ?? '', path))?.title;
  return title === undefined ? laterTexts.nav.system : `${laterTexts.nav.system} / ${title}`;
}
