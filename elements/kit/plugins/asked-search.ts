/**
 * Validates the search that a plug-in returns for its widget and converts it to the console's types. One invalid search
 * type would make the search of the whole page fail.
 */
import type { AskLike } from '../../../machines/view/search-types.js';

type Given = Readonly<Record<string, unknown>>;
type RequestedSearch = NonNullable<ReturnType<AskLike>>;

/** Maximum number of sorts, metrics or groupings of a search, and of fields of a grouping. */
const mostOfAKind = 20;
const units = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'];

function fail(what: string): never {
  throw new Error(`its search has ${what} that is not valid`);
}

function list<T>(value: unknown, what: string, read: (one: Given) => T): readonly T[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > mostOfAKind) return fail(what);
  return value.map((one: unknown) => (typeof one === 'object' && one !== null ? read(one as Given) : fail(what)));
}

const text = (value: unknown, what: string): string =>
  typeof value === 'string' && value.length > 0 && value.length <= 1000 ? value : fail(what);

const oneOf = <const T extends string>(value: unknown, among: readonly T[], what: string): T =>
  among.find((one) => one === value) ?? fail(what);

const count = (value: unknown, most: number, what: string): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= most ? value : fail(what);

const directions = ['Ascending', 'Descending'] as const;

function intervalOf(value: unknown) {
  if (value === undefined) return { type: 'auto', scaling: 1 } as const;
  const { type, scaling, value: number, unit } = (typeof value === 'object' ? (value ?? {}) : {}) as Given;
  if (oneOf(type, ['auto', 'timeunit'], 'an interval') === 'auto')
    return {
      type: 'auto',
      scaling: typeof scaling === 'number' && scaling > 0 && scaling <= 10 ? scaling : 1,
    } as const;
  return {
    type: 'timeunit',
    value: count(number, 100_000, 'an interval'),
    unit: oneOf(unit, units, 'an interval'),
  } as const;
}

function pivotOf({ type, fields, config }: Given) {
  const kind = oneOf(type, ['time', 'values'], 'a grouping');
  if (!Array.isArray(fields) || fields.length === 0 || fields.length > mostOfAKind) return fail('a grouping');
  const own = (typeof config === 'object' ? (config ?? {}) : {}) as Given;
  return {
    type: kind,
    fields: fields.map((field: unknown) => text(field, 'a grouping')),
    config:
      kind === 'time'
        ? { interval: intervalOf(own['interval']) }
        : {
            limit: own['limit'] === undefined ? 15 : count(own['limit'], 10_000, 'a limit'),
            skip_empty_values: own['skip_empty_values'] === true,
          },
  };
}

/**
 * Returns the search of a plug-in's widget in the console's types, or undefined if `value` is undefined or null.
 * @throws Error if the search is not valid; the message is a clause without a capital letter, for use in a sentence
 */
export function requestedSearch(value: unknown): RequestedSearch | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') return fail('a form');
  const { type, config } = value as Given;
  const own = (typeof config === 'object' ? (config ?? {}) : {}) as Given;
  if (oneOf(type, ['messages', 'aggregation'], 'a type') === 'messages') {
    const sort = list(own['sort'], 'a sort', (one) => ({
      type: 'pivot',
      field: text(one['field'], 'a sort'),
      direction: oneOf(one['direction'], directions, 'a sort'),
    }));
    const newest = [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }];
    return { type: 'messages', config: { sort: sort.length > 0 ? sort : newest, decorators: [] } };
  }
  const series = list(own['series'], 'a metric', (one) => ({
    function: text(one['function'], 'a metric'),
    config: { name: one['name'] === undefined ? null : text(one['name'], 'a metric') },
  }));
  return {
    type: 'aggregation',
    config: {
      row_pivots: list(own['row_pivots'], 'a grouping', pivotOf),
      column_pivots: list(own['column_pivots'], 'a grouping', pivotOf),
      series,
      sort: list(own['sort'], 'a sort', (one) => ({
        type: oneOf(one['type'], ['pivot', 'series'], 'a sort'),
        field: text(one['field'], 'a sort'),
        direction: oneOf(one['direction'], directions, 'a sort'),
      })),
      rollup: own['rollup'] === true,
    },
  };
}
