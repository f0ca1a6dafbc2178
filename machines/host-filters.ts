/**
 * Filters that the host page sets for a dashboard, for example its tenant or a selected service. They are added to the
 * query of every widget and replace nothing. Viewers see a locked filter but cannot change it. They do not see a hidden
 * filter. They can change an editable filter.
 */
import { escapeField, escapeTerm } from '../api/language/escape.js';
import { joinedQueries } from './joined-queries.js';

export type FilterValue = string | number | boolean;

export interface HostFilter {
  /** Field that must have the value, or one of the values; absent: only `query` applies. */
  readonly field?: string;
  /**
   * A filter without a value (absent, empty text or empty list) has these effects: an editable filter matches
   * everything, a locked or hidden filter with a `field` matches nothing.
   */
  readonly value?: FilterValue | readonly FilterValue[];
  /** Query in search syntax; it applies when `field` is absent. */
  readonly query?: string;
  /** Name for display; by default the field or the query. */
  readonly label?: string;
  readonly mode: 'locked' | 'hidden' | 'editable';
  /** Values that an editable filter offers; absent: the viewer can enter any text. */
  readonly options?: readonly FilterValue[];
}

export const valuesOf = ({ value }: Pick<HostFilter, 'value'>): readonly FilterValue[] =>
  (typeof value === 'object' ? value : value === undefined ? [] : [value]).filter((one) => one !== '');

/** Returns the query of a filter in search syntax; empty when the filter matches everything. */
export function filterQuery(filter: HostFilter): string {
  const { field, query, mode } = filter;
  if (field === undefined) return query?.trim() ?? '';
  const name = escapeField(field);
  const terms = valuesOf(filter).map((value) => escapeTerm(String(value), true));
  // The query matches nothing: a page that does not know its tenant yet must not show messages of all tenants.
  if (terms.length === 0) return mode === 'editable' ? '' : `_exists_:${name} AND NOT _exists_:${name}`;
  return `${name}:${terms.length === 1 ? terms[0] : `(${terms.join(' OR ')})`}`;
}

/** Returns one query for all filters, which matches only the messages that match every filter. */
export const filtersQuery = (filters: readonly HostFilter[]): string => joinedQueries(filters.map(filterQuery));
