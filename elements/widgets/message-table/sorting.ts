/** Sorting of message tables by a single field: ascending, descending, or the default order (spec 2 §4). */
import type { FieldType, MessageTableConfig } from '../faces.js';
import { isQuantity } from './columns.js';

type Sort = MessageTableConfig['sort'][number];

const newestFirst: Sort = { type: 'pivot', field: 'timestamp', direction: 'Descending' };

/** Sort order of live tail, regardless of the configuration. */
export const oldestFirst: Sort[] = [{ ...newestFirst, direction: 'Ascending' }];

/** Returns the effective sort: the first configured sort, or newest messages first. */
export const sortInEffect = (config: MessageTableConfig): Sort => config.sort[0] ?? newestFirst;

/**
 * Returns the sort order after a click on a column header: ascending, then descending, then the default. Quantities are
 * sorted descending first, because users look for the highest values. The default is descending by timestamp, so the
 * timestamp column alternates between descending and ascending.
 */
export function nextSort(config: MessageTableConfig, field: string, types: readonly FieldType[] | undefined): Sort[] {
  const now = sortInEffect(config);
  const cycle: Sort['direction'][] = ['Ascending', 'Descending'];
  if (isQuantity(field, types?.find(({ name }) => name === field)?.type.type)) cycle.reverse();
  const direction = cycle[now.field === field ? cycle.indexOf(now.direction) + 1 : 0];
  if (direction) return [{ ...newestFirst, field, direction }];
  return field === 'timestamp' ? oldestFirst : [newestFirst];
}
