/** Sorts message tables by a single field: ascending, descending, or the default order (spec 2 §4). */
import type { MessageTableConfig } from '../faces.js';

export type SortDirection = 'Ascending' | 'Descending';

const defaultSort: MessageTableConfig['sort'] = [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }];

/** Sort order of live tail, regardless of the configuration. */
export const oldestFirst: MessageTableConfig['sort'] = [{ type: 'pivot', field: 'timestamp', direction: 'Ascending' }];

/** Returns the effective sort: the first configured sort, or newest messages first. */
export function sortInEffect(config: MessageTableConfig): { field: string; direction: SortDirection } {
  const { field, direction } = config.sort[0] ?? defaultSort[0] ?? { field: 'timestamp', direction: 'Descending' };
  return { field, direction };
}

/**
 * Returns the sort order after a click on a column header: ascending, then descending, then the default. The default is
 * descending by timestamp, so the timestamp column alternates between descending and ascending.
 */
export function nextSort(config: MessageTableConfig, field: string): MessageTableConfig['sort'] {
  const now = sortInEffect(config);
  if (now.field !== field) return [{ type: 'pivot', field, direction: 'Ascending' }];
  if (now.direction === 'Ascending') return [{ type: 'pivot', field, direction: 'Descending' }];
  return field === 'timestamp' ? [{ type: 'pivot', field, direction: 'Ascending' }] : defaultSort;
}
