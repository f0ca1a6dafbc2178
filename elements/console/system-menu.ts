/** The entries of the System menu, each with what it takes to see it (spec 3 §2.2, §6). */
import { allowsAll } from '../../api/permissions.js';
import { hasPage } from './routes.js';
import { texts } from './texts.js';

interface SystemEntry {
  readonly label: string;
  readonly path: string;
  /** All are needed. */
  readonly permissions: readonly string[];
}

const entries: readonly SystemEntry[] = [
  { label: texts.nav.grokPatterns, path: '/system/grokpatterns', permissions: ['grok_pattern:read'] },
];

/** What somebody with these permissions sees; an entry whose page does not exist is not among them. */
export const systemEntries = (granted: readonly string[]): readonly SystemEntry[] =>
  entries.filter(({ path, permissions }) => hasPage(path) && allowsAll(granted, permissions));
