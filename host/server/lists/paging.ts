/** Sorts lists and cuts them into pages (contract: page starts at 1, per_page 0 or less means all entries). */
import type { PagedBody, PageQuery } from '../../../api/contract/list.schema.js';

const text = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return text.compare(String(a), String(b));
}

/** Returns the sort direction, which is ascending by default. */
export const directionOf = (order: string | undefined) => (order?.toLowerCase() === 'desc' ? 'desc' : 'asc');

/** Sorts by the requested value, then by a second value, which is always ascending, so that pages never overlap. */
export function sorted<T>(
  entities: readonly T[],
  order: string | undefined,
  by: (entity: T) => unknown,
  then: (entity: T) => unknown,
): T[] {
  const direction = directionOf(order) === 'desc' ? -1 : 1;
  return [...entities].sort((a, b) => direction * compareValues(by(a), by(b)) || compareValues(then(a), then(b)));
}

export interface Page<T> {
  readonly items: T[];
  readonly body: PagedBody;
}

/**
 * Returns the requested page of a sorted list.
 * @param defaultSize page size when the request names none
 */
export function paged<T>(
  entities: readonly T[],
  query: Pick<PageQuery, 'page' | 'per_page'>,
  defaultSize = 50,
): Page<T> {
  const page = query.page ?? 1;
  const size = query.per_page ?? defaultSize;
  const items = size <= 0 ? [...entities] : entities.slice((page - 1) * size, page * size);
  return { items, body: { total: entities.length, count: items.length, page, per_page: size } };
}
