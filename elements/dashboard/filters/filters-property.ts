/**
 * Defines the property `filters` of dashboards and widgets. It validates values from page scripts. It refuses a locked
 * or hidden filter that restricts nothing, because the page expects such a filter to exclude messages.
 */
import { BadValue } from '../../element/attributes.js';
import type { PropertyKind } from '../../element/plan.js';
import { filterQuery, type FilterValue, type HostFilter } from '../../../machines/host-filters.js';

/** Limits for the page's filters, so that no query exceeds what a server accepts. */
const mostFilters = 50;
const mostValues = 200;
const longestText = 2_000;

const modes = ['locked', 'hidden', 'editable'] as const;
const none: readonly HostFilter[] = [];

/**
 * Property kind for a list of filters.
 * @throws BadValue if the value is not a list or the list is too long, or with the position of an invalid filter
 */
export const filtersProperty: PropertyKind<readonly HostFilter[]> = {
  type: 'readonly LogFilter[]',
  fallback: none,
  accept: (value) => {
    if (value === undefined) return none;
    if (!Array.isArray(value) || value.length > mostFilters)
      throw new BadValue(`a list of at most ${mostFilters} filters`, value);
    return value.map(filterOf);
  },
};

function filterOf(given: unknown, index: number): HostFilter {
  const fail = (expected: string, value: unknown): never => {
    throw new BadValue(`filter ${index + 1}: ${expected}`, value);
  };
  if (typeof given !== 'object' || given === null) return fail('an object with field and value, or query', given);
  const { field, value, query, label, mode = 'locked', options } = given as Record<string, unknown>;
  const text = (name: string, one: unknown): string | undefined => {
    if (one === undefined || one === null) return undefined;
    return typeof one === 'string' && one.length <= longestText ? one : fail(`${name}: a text`, one);
  };
  const values = (name: string, list: unknown): readonly FilterValue[] =>
    Array.isArray(list) && list.length <= mostValues && list.every(isValue)
      ? list
      : fail(`${name}: at most ${mostValues} texts, numbers or booleans`, list);
  const known = modes.find((one) => one === mode) ?? fail('mode: locked, hidden or editable', mode);
  const named = text('field', field);
  const written = text('query', query);
  if ((named === undefined || named === '') === (written === undefined)) return fail('either field or query', given);
  const filter: HostFilter = {
    mode: known,
    ...(named ? { field: named } : { query: written ?? '' }),
    ...(value !== undefined &&
      value !== null && {
        value: Array.isArray(value) ? values('value', value) : isValue(value) ? value : fail('value: a text', value),
      }),
    ...(options !== undefined && { options: values('options', options) }),
    ...(label !== undefined && { label: text('label', label) ?? '' }),
  };
  if (known !== 'editable' && filterQuery(filter) === '') return fail(`a query, as it is ${known}`, written);
  return filter;
}

const isValue = (value: unknown): value is FilterValue =>
  (typeof value === 'string' && value.length <= longestText) ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  typeof value === 'boolean';
