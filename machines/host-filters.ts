/**
 * Filters that the page around a dashboard sets, such as its tenant or a chosen service. They are added to the query of every widget
 * and replace none. A locked filter is shown, a hidden one is not, an editable one can be changed by the viewer.
 */
import { escapeField, escapeTerm } from '../api/language/escape.js';
import { joinedQueries } from './joined-queries.js';

export type FilterValue = string | number | boolean;

export interface HostFilter {
  /** Field that has the value, or one of the values. Absent: `query` says everything. */
  readonly field?: string;
  /** Absent or empty: an editable filter lets everything through, a locked or hidden one nothing. */
  readonly value?: FilterValue | readonly FilterValue[];
  /** Search syntax, in place of `field` and `value`. */
  readonly query?: string;
  /** Name for people; the field, or the query, if absent. */
  readonly label?: string;
  readonly mode: 'locked' | 'hidden' | 'editable';
  /** Values that an editable filter offers; absent: any text can be typed. */
  readonly options?: readonly FilterValue[];
}

export const valuesOf = ({ value }: Pick<HostFilter, 'value'>): readonly FilterValue[] =>
  (typeof value === 'object' ? value : value === undefined ? [] : [value]).filter((one) => one !== '');

/** @returns search syntax; empty when the filter lets everything through */
export function filterQuery(filter: HostFilter): string {
  const { field, query, mode } = filter;
  if (field === undefined) return query?.trim() ?? '';
  const name = escapeField(field);
  const terms = valuesOf(filter).map((value) => escapeTerm(String(value), true));
  // A page that does not know its tenant yet must not show everybody's messages.
  if (terms.length === 0) return mode === 'editable' ? '' : `_exists_:${name} AND NOT _exists_:${name}`;
  return `${name}:${terms.length === 1 ? terms[0] : `(${terms.join(' OR ')})`}`;
}

/** All filters as one query. */
export const filtersQuery = (filters: readonly HostFilter[]): string => joinedQueries(filters.map(filterQuery));
