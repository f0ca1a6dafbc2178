/** The entries of the System menu, each with what it takes to see it (spec 3 §2.2, §6). */
import { allowsAll } from '../../api/permissions.js';
import { areas, isIn } from './areas.js';
import { texts } from './texts.js';

interface SystemEntry {
  readonly label: string;
  readonly path: string;
}

/** The order of the specification; what it does not name comes last. */
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

/** What somebody with these permissions sees: an entry has a page, and opens it. */
export function systemEntries(granted: readonly string[]): readonly SystemEntry[] {
  return areas
    .flatMap(({ menu, title, at, path = at }) => (menu && allowsAll(granted, menu) ? [{ label: title, path }] : []))
    .sort((one, other) => placeOf(one.label) - placeOf(other.label));
}

/** "System", or "System / X" on the pages that the entry X leads to, and on those of an area that stands under it. */
export function systemTitle(path: string): string {
  const area = areas.find((one) => isIn(one, path));
  const entry = area?.menu ? area : areas.find((one) => one.menu && area?.path !== undefined && isIn(one, area.path));
  return entry ? `${texts.nav.system} / ${entry.title}` : texts.nav.system;
}
