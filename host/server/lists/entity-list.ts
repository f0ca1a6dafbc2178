/**
 * Builds an entity list from a table of attributes: its query language, sorting, filters, and both response formats of
 * the contract (flat pages, and overviews that describe their attributes).
 */
import type { EntityAttribute, EntityPage, PagedBody, PageQuery } from '../../../api/contract/list.schema.js';
import { attributeFilter, listFilter, type FieldKind, type ListFields } from './list-query.js';
import { directionOf, paged, sorted } from './paging.js';

export interface Attribute<T> extends EntityAttribute {
  readonly read: (entity: T) => unknown;
  /** Returns the sort key; absent: the result of `read` is the sort key. */
  readonly sortBy?: (entity: T) => unknown;
  /** True: queries may name the attribute although the overview does not describe it as searchable. */
  readonly queryable?: boolean;
  /** Alternative name of the field in queries and for sorting. */
  readonly alias?: string;
}

const kinds: Readonly<Record<EntityAttribute['type'], FieldKind>> = {
  STRING: 'text',
  OBJECT_ID: 'text',
  DATE: 'date',
  INT: 'number',
  LONG: 'number',
  BOOLEAN: 'boolean',
};

/** Declares an attribute that is sortable by default. */
export const attribute = <T>(
  id: string,
  title: string,
  type: EntityAttribute['type'],
  read: (entity: T) => unknown,
  facts: Partial<Attribute<T>> = {},
): Attribute<T> => ({ id, title, type, sortable: true, ...facts, read });

/** Declares an attribute of a flat list, whose response does not describe attributes: it is searchable and sortable. */
export const text = <T>(id: string, read: (entity: T) => unknown, facts?: Partial<Attribute<T>>): Attribute<T> =>
  attribute(id, id, 'STRING', read, { searchable: true, ...facts });

const described = <T>(attribute: Attribute<T>): EntityAttribute => {
  const { read: _read, sortBy: _sortBy, queryable: _queryable, alias: _alias, ...shown } = attribute;
  return shown;
};

export class EntityList<T> {
  readonly #attributes: readonly Attribute<T>[];
  readonly #main: Attribute<T>;
  readonly #then: (entity: T) => unknown;
  readonly #searched: ListFields<T>;
  readonly #filtered: ListFields<T>;

  /**
   * @param attributes in the order in which the overview describes them
   * @param main id of the default attribute: words of a query that name no attribute are matched with it, and the list
   * is sorted by it unless a request names another attribute
   * @param then returns the secondary sort key
   */
  constructor(attributes: readonly Attribute<T>[], main: string, then: (entity: T) => unknown) {
    const found = attributes.find(({ id }) => id === main);
    if (!found) throw new Error(`A list needs its main attribute ${main}.`);
    const fields = (which: (attribute: Attribute<T>) => unknown): ListFields<T> => ({
      defaultField: main,
      fields: Object.fromEntries(
        attributes.filter(which).flatMap(({ id, alias, title, type, read }) => {
          const field = { kind: kinds[type], title, read };
          return [id, ...(alias === undefined ? [] : [alias])].map((name) => [name, field]);
        }),
      ),
    });
    this.#attributes = attributes;
    this.#main = found;
    this.#then = then;
    this.#searched = fields(({ searchable, queryable }) => searchable === true || queryable === true);
    this.#filtered = fields(({ filterable }) => filterable);
  }

  /**
   * Returns one page of the entities.
   * @returns the entities of the page, the description of the page, and the applied sort key
   * @throws BadRequestError for an invalid query or filter
   */
  page(entities: readonly T[], query: PageQuery): { items: T[]; body: PagedBody; sort: string } {
    // Flat lists have no filterable attributes, so the parameter is ignored there.
    const filters = Object.keys(this.#filtered.fields).length > 0 ? query.filters : undefined;
    const found = entities
      .filter(listFilter(query.query ?? '', this.#searched))
      .filter(attributeFilter(filters, this.#filtered));
    const requested = query.sort?.toLowerCase();
    const known =
      requested === undefined
        ? undefined
        : this.#attributes.find(({ id, alias, sortable }) => sortable && (id === requested || alias === requested));
    const { sortBy, read } = known ?? this.#main;
    const inOrder = sorted(found, query.order, sortBy ?? read, this.#then);
    return { ...paged(inOrder, query), sort: (known && requested) ?? this.#main.id };
  }

  /**
   * Returns one page of the entities as an overview, which describes the attributes.
   * @param whole number of entities without the query, where the contract reports it as `total`
   */
  overview<U>(entities: readonly T[], query: PageQuery, answer: (entity: T) => U, whole?: number): EntityPage<U> {
    const { items, body, sort } = this.page(entities, query);
    return {
      elements: items.map(answer),
      query: query.query ?? '',
      pagination: body,
      total: whole ?? body.total,
      sort,
      order: directionOf(query.order),
      attributes: this.#attributes.map(described),
      defaults: { sort: { id: this.#main.id, direction: 'ASC' } },
    };
  }
}
