/**
 * Search types of unknown widgets. They cannot be derived from the widgets, so they are kept as stored, and are copied
 * with their widgets.
 */
import type { Query, SearchType } from '../../api/contract/searches.js';
import type { ViewState } from '../../api/contract/views.schema.js';
import type { Ids } from './ids.js';
import { isDerived } from './search-types.js';

export interface ForeignSearchTypes {
  /** Ids of the search types by widget id. */
  readonly mapping: Readonly<Record<string, string[]>>;
  readonly searchTypes: readonly SearchType[];
}

/** Returns the search types of the widgets in a state whose types are unknown. */
export function foreignSearchTypes(
  { widgets, widget_mapping }: Pick<ViewState, 'widgets' | 'widget_mapping'>,
  query: Query,
): ForeignSearchTypes {
  const mapping = Object.fromEntries(
    widgets.flatMap((widget) => {
      const ids = widget_mapping[widget.id];
      return isDerived(widget) || !ids ? [] : [[widget.id, ids]];
    }),
  );
  const ids = new Set(Object.values(mapping).flat());
  return { mapping, searchTypes: (query.search_types ?? []).filter(({ id }) => id !== undefined && ids.has(id)) };
}

/** Gives search types new ids and changes references between them. Ids without a search type are left out. */
export function withNewIds({ mapping, searchTypes }: ForeignSearchTypes, ids: Ids): ForeignSearchTypes {
  const renamed = new Map(searchTypes.map(({ id = '' }) => [id, ids.uuid()]));
  const renew = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return /(^|_)ids?$/.test(name) ? (renamed.get(value) ?? value) : value;
    if (Array.isArray(value)) return value.map((entry) => renew(entry, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([own, part]) => [own, renew(part, own)]));
  };
  return {
    mapping: Object.fromEntries(
      Object.entries(mapping).map(([widgetId, own]) => [widgetId, own.flatMap((id) => renamed.get(id) ?? [])]),
    ),
    searchTypes: searchTypes.map((searchType) => renew(searchType) as SearchType),
  };
}
