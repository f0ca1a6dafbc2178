/**
 * Filters that the host page sets for a dashboard, such as its tenant or a selected service. They are added to the
 * query of every widget and replace none. A locked filter is displayed, a hidden one is not, and viewers can change an
 * editable one.
 */
import { escapeField, escapeTerm } from '../api/language/escape.js';
import { joinedQueries } from './joined-queries.js';

export type FilterValue = string | number | boolean;

export interface HostFilter {
  /** Field that must have the value, or one of the values. Absent: only `query` applies. */
  readonly field?: string;
  /** Absent or empty: an editable filter matches everything, a locked or hidden filter matches nothing. */
  readonly value?: FilterValue | readonly FilterValue[];
  /** Query in search syntax, in place of `field` and `value`. */
  readonly query?: string;
  /** Display name; default: the field or the query. */
  readonly label?: string;
  readonly mode: 'locked' | 'hidden' | 'editable';
  /** Options of an editable filter; absent: any text can be entered. */
  readonly options?: readonly FilterValue[];
}

export const valuesOf = ({ value }: Pick<HostFilter, 'value'>): readonly FilterValue[] =>
  (typeof value === 'object' ? value : value === undefined ? [] : [value]).filter((one) => one !== '');

/** @returns query in search syntax; empty when the filter matches everything */
export function filterQuery(filter: HostFilter): string {
  const { field, query, mode } = filter;
  if (field === undefined) return query?.trim() ?? '';
  const name = escapeField(field);
  const terms = valuesOf(filter).map((value) => escapeTerm(String(value), true));
  // A page that does not know its tenant yet must not show the messages of all tenants.
  if (terms.length === 0) return mode === 'editable' ? '' : `_exists_:${name} AND NOT _exists_:${name}`;
  return `${name}:${terms.length === 1 ? terms[0] : `(${terms.join(' OR ')})`}`;
}

/** Joins all filters to one query. */
export const filtersQuery = (filters: readonly HostFilter[]): string => joinedQueries(filters.map(filterQuery));
