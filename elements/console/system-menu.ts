/** The entries of the System menu, each with what it takes to see it (spec 3 §2.2, §6). */
import { allowsAll } from '../../api/permissions.js';
import { pages } from './pages.js';
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
  return pages
    .flatMap(({ menu, path, needs = [] }) =>
      menu && allowsAll(granted, [...needs, ...(menu.needs ?? [])]) ? [{ label: menu.label, path }] : [],
    )
    .sort((one, other) => placeOf(one.label) - placeOf(other.label));
}

/** "System", or "System / X" below the page that the entry X leads to. */
export function systemTitle(path: string): string {
  const entry = pages.find((page) => page.menu && (path === page.path || path.startsWith(`${page.path}/`)));
  return entry?.menu ? `${texts.nav.system} / ${entry.menu.label}` : texts.nav.system;
}
