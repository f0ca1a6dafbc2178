/**
 * State of overview tables: the request to the server, the displayed columns, and the address (spec 1 §3–§4, §9;
 * screens/dashboards-sharing-alerts.md §4). The functions are pure; answers and preferences are in the query cache.
 */
import type { EntityAttribute, PageQuery } from '../api/contract/list.schema.js';
import type { EntityListPreferences } from '../api/contract/start-page.js';
import { allowsAll, allowsAny } from '../api/permissions.js';
import type { ListFilter, ListSort } from './paged-list.js';

export type { ListFilter } from './paged-list.js';

export const entityPageSizes = [10, 20, 50, 100] as const;

/** Page, query and filters of a list, which are not stored between visits. */
export interface EntityListQuestion {
  /** Page number, counted from 1. */
  readonly page: number;
  readonly query: string;
  readonly filters: readonly ListFilter[];
}

export const firstQuestion: EntityListQuestion = { page: 1, query: '', filters: [] };

/** Tells whether the user searches or filters the list. */
export const isSearched = ({ query, filters }: EntityListQuestion): boolean => query !== '' || filters.length > 0;

/** Columns, sort and page size of a list, which are stored as the user's preferences. */
export interface EntityListLayout {
  /** Ids of the displayed attributes in no particular order. */
  readonly displayed: readonly string[];
  readonly sort: ListSort;
  readonly perPage: number;
}

/** Converts stored preferences to a layout; missing and unsupported values are replaced by the page's defaults. */
export function layoutOf(preferences: EntityListPreferences, defaults: EntityListLayout): EntityListLayout {
  const { displayed_attributes: displayed, sort, per_page: perPage } = preferences;
  return {
    displayed: displayed && displayed.length > 0 ? displayed : defaults.displayed,
    sort: sort ? { attributeId: sort.field, direction: sort.order } : defaults.sort,
    perPage: perPage && (entityPageSizes as readonly number[]).includes(perPage) ? perPage : defaults.perPage,
  };
}

/** Converts a layout to the preferences to store. */
export function preferencesOf({ displayed, sort, perPage }: EntityListLayout): EntityListPreferences {
  return {
    displayed_attributes: [...displayed],
    sort: { field: sort.attributeId, order: sort.direction },
    per_page: perPage,
  };
}

export function pageQueryOf({ page, query, filters }: EntityListQuestion, layout: EntityListLayout): PageQuery {
  return {
    page,
    per_page: layout.perPage,
    sort: layout.sort.attributeId,
    order: layout.sort.direction,
    ...(query !== '' && { query }),
    ...(filters.length > 0 && { filters: filters.map(({ attribute, value }) => `${attribute}:${value}`) }),
  };
}

/** Permissions that a user needs to see an attribute. */
export interface AttributeAccess {
  /** Permissions of which the user needs all. */
  readonly permissions?: readonly string[];
  /** Permissions of which the user needs any one. */
  readonly anyPermissions?: readonly string[];
}

/**
 * Returns the attributes that the server does not hide and that the user may see. They are in the order of `order`;
 * attributes that `order` does not name come first.
 */
export function accessibleAttributes(
  attributes: readonly EntityAttribute[],
  order: readonly string[],
  granted: readonly string[],
  access: Readonly<Record<string, AttributeAccess | undefined>> = {},
): readonly EntityAttribute[] {
  const place = (id: string): number => order.indexOf(id);
  return attributes
    .filter(({ id, hidden }) => {
      const { permissions = [], anyPermissions = [] } = access[id] ?? {};
      return hidden !== true && allowsAll(granted, permissions) && allowsAny(granted, anyPermissions);
    })
    .sort((left, right) => place(left.id) - place(right.id));
}

/** Shows or hides a column; the last displayed column cannot be hidden. */
export function toggledColumns(displayed: readonly string[], id: string): readonly string[] {
  if (!displayed.includes(id)) return [...displayed, id];
  return displayed.length === 1 ? displayed : displayed.filter((other) => other !== id);
}

/** Adds a filter (`before` undefined), replaces `before` by `after`, or removes a filter (`after` undefined). */
export function withFilter(
  filters: readonly ListFilter[],
  before: ListFilter | undefined,
  after: ListFilter | undefined,
): readonly ListFilter[] {
  const same = (one: ListFilter, other: ListFilter | undefined): boolean =>
    one.attribute === other?.attribute && one.value === other.value;
  const others = filters.filter((filter) => !same(filter, before) && !same(filter, after));
  const at = before ? filters.findIndex((filter) => same(filter, before)) : -1;
  if (!after) return others;
  return at < 0 ? [...others, after] : [...others.slice(0, at), after, ...others.slice(at)];
}

/** Returns the page number in an address; anything other than an integer from 1 on counts as 1. */
function readPage(search: string | URLSearchParams): number {
  const page = Number(new URLSearchParams(search).get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

/** Reads `page`, `query` and the repeatable `filters={attribute}={value}` from an address. */
export function readQuestion(search: string | URLSearchParams): EntityListQuestion {
  const parameters = new URLSearchParams(search);
  const filters = parameters.getAll('filters').flatMap((text) => {
    const at = text.indexOf('=');
    return at > 0 ? [{ attribute: text.slice(0, at), value: text.slice(at + 1) }] : [];
  });
  return { page: readPage(parameters), query: parameters.get('query') ?? '', filters };
}

/** Returns the parameters of the address with the question; other parameters stay, and default values are left out. */
export function writeQuestion(
  current: string | URLSearchParams,
  { page, query, filters }: EntityListQuestion,
): URLSearchParams {
  const parameters = new URLSearchParams(current);
  for (const name of ['page', 'query', 'filters']) parameters.delete(name);
  if (page > 1) parameters.set('page', String(page));
  if (query !== '') parameters.set('query', query);
  for (const { attribute, value } of filters) parameters.append('filters', `${attribute}=${value}`);
  return parameters;
}

/**
 * Returns the page numbers that a pager shows: the first, the last, and the pages around the present page. A gap of one
 * page is filled with its number. 0 stands for a gap of two or more pages.
 */
export function pagerNumbers(page: number, pages: number): readonly number[] {
  const around = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const shown = [...new Set(around)].sort((left, right) => left - right);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1] ?? number - 1;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [0, number] : [number];
  });
}
