/**
 * Compares a selection of the matching messages with the other matching messages: finds for each field the values that
 * are more frequent in the selection. The numbers of messages, fields and values, the length of values, and the time
 * are bounded. Each statement counts the values of only a few fields.
 */
import type { DifferencesAnswer, NumberDifference, ValueDifference } from '../../../api/contract/differences.js';
import type { QueryNode } from '../../../api/language/index.js';
import type { MessageReader, Row, StoredIndex } from '../store/types.js';
import { compileQuery } from './compile.js';
import type { FieldReader } from './field-kinds.js';
import { fieldReader } from './field-kinds.js';
import { clampInstant, indicesOf, matchingRows, type Match } from './match.js';
import { countMatches, newestFrom } from './message-rows.js';
import { Parameters } from './parameters.js';
import type { ResolvedRange } from './time-range.js';

interface Selection {
  readonly range: ResolvedRange | undefined;
  readonly query: QueryNode | null | undefined;
}

interface Bounds {
  /** Largest number of compared messages; of more messages, the newest are compared. */
  readonly messages: number;
  /** Largest number of examined fields; further fields are counted as skipped. */
  readonly fields: number;
  /** Milliseconds after which no further fields are examined. */
  readonly ms: number;
}

const most: Bounds = { messages: 1_000_000, fields: 200, ms: 10_000 };

/** Number of fields whose values one statement counts. */
const fieldsPerStatement = 8;
/** Largest number of compared values of each field. */
const valuesPerField = 20;
/** Largest length of a compared value in characters. */
const longestValue = 256;
/** Number of sampled messages that show whether a field is an id. */
const sampledMessages = 5_000;
/** A field counts as an id if more than this share of its sampled values are distinct. */
const idShare = 0.5;
/** Smallest sample that can show that a field is an id. */
const leastSample = 20;
/** Medians are computed from a sample of about this number of messages, which is precise enough. */
const measuredMessages = 100_000;
const listedValues = 100;
const listedNumbers = 12;
/**
 * A value is listed if its share of the selection is more than this many times its share of the other messages. A
 * numeric field is listed if the ratio of its medians in the selection and in the other messages is above this number.
 */
const leastRatio = 1.2;

const isText = ({ types }: FieldReader): boolean => types.includes('text');
/**
 * Names of fields whose numbers are codes or ids, so that their median has no meaning. The level of a log message is a
 * code, but other levels, such as `battery_level`, are amounts.
 */
const codeName =
  /(?:^|[._-])(?:status|(?:response|status|error|exit|return)?code|severity|facility(?:_num)?|port|[pugt]?id|errno)$/;
const levelName = /^level$|(?:^|[._-])(?:log|syslog|severity)[._-]?level$/;
const isCode = (name: string): boolean => {
  const lower = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return codeName.test(lower) || levelName.test(lower);
};
const isNumber = ({ name, kind, list }: FieldReader): boolean =>
  !list && (kind === 'long' || kind === 'double' || kind === 'number') && !isCode(name);
const internal = (name: string): boolean =>
  name.startsWith('gl2_') || name.startsWith('_') || ['timestamp', 'streams', 'message', 'full_message'].includes(name);

/**
 * Finds the values and numbers in which a selection of the matching messages differs from the other messages.
 * @param selection time range and query; a message is in the selection if it meets all that are given
 * @param bounds limits that differ from the defaults
 */
export async function findDifferences(
  store: MessageReader,
  found: Match,
  selection: Selection,
  signal: AbortSignal,
  bounds: Partial<Bounds> = {},
): Promise<DifferencesAnswer> {
  const limits = { ...most, ...bounds };
  const begun = performance.now();
  const { total } = await countMatches(store, found, signal);
  const oldest = total <= limits.messages ? undefined : await newestFrom(store, found, limits.messages, signal);
  const match =
    oldest === undefined ? found : { ...found, range: { ...found.range, from: Math.max(found.range.from, oldest) } };
  const indices = indicesOf(store, match);
  const names = [...new Set(indices.flatMap((index) => [...index.fields.keys()]))].filter((name) => !internal(name));
  const readers = names.sort().map((name) => fieldReader(name, indices));
  const usable = readers.filter((reader) => reader.kind !== undefined && reader.kind !== 'instant' && !isText(reader));
  const comparison = new Comparison(store, match, indices, selection, signal);
  const { selected, rest } = await comparison.totals();
  const looked = selected === 0 || rest === 0 ? [] : usable.slice(0, limits.fields);
  const ids = await comparison.ids(looked);
  const values: ValueDifference[] = [];
  const numbers: NumberDifference[] = [];
  let examined = 0;
  for (let at = 0; at < looked.length && performance.now() - begun < limits.ms; at += fieldsPerStatement) {
    const chunk = looked.slice(at, at + fieldsPerStatement);
    const comparable = chunk.filter((reader) => !ids.has(reader));
    if (comparable.length > 0) values.push(...(await comparison.values(comparable, selected)));
    numbers.push(...(await comparison.medians(chunk, selected + rest)));
    examined += chunk.filter((reader) => !ids.has(reader) || isNumber(reader)).length;
  }
  return {
    total_results: Math.max(total, selected + rest),
    examined: selected + rest,
    selected,
    rest,
    fields_examined: examined,
    fields_left_out: readers.length - examined,
    values: ranked(values, selected, rest),
    numbers: numbers.filter(hasMoved).sort(byRatio).slice(0, listedNumbers),
  };
}

class Comparison {
  readonly #store: MessageReader;
  readonly #match: Match;
  readonly #indices: readonly StoredIndex[];
  readonly #selection: Selection;
  readonly #signal: AbortSignal;

  constructor(
    store: MessageReader,
    match: Match,
    indices: readonly StoredIndex[],
    selection: Selection,
    signal: AbortSignal,
  ) {
    this.#store = store;
    this.#match = match;
    this.#indices = indices;
    this.#selection = selection;
    this.#signal = signal;
  }

  async totals(): Promise<{ selected: number; rest: number }> {
    if (this.#indices.length === 0) return { selected: 0, rest: 0 };
    const parameters = new Parameters();
    const rows = await this.#rows([], parameters);
    const [row] = await this.#ask(
      `SELECT count(*) FILTER (sel) AS selected, count(*) FILTER (NOT sel) AS rest FROM (${rows})`,
      parameters,
    );
    return { selected: Number(row?.['selected'] ?? 0), rest: Number(row?.['rest'] ?? 0) };
  }

  /**
   * Returns the fields that have no frequent values: ids, because most messages have a distinct value of an id, and
   * fields without a value in the sample.
   */
  async ids(readers: readonly FieldReader[]): Promise<ReadonlySet<FieldReader>> {
    const found = new Set<FieldReader>();
    for (let at = 0; at < readers.length; at += fieldsPerStatement) {
      const chunk = readers.slice(at, at + fieldsPerStatement);
      const parameters = new Parameters();
      const rows = await this.#rows(chunk, parameters);
      const counts = chunk.map((_, n) => `count(f${n}) AS n${n}, count(DISTINCT f${n}) AS d${n}`).join(', ');
      const [row] = await this.#ask(
        `SELECT ${counts} FROM (SELECT * FROM (${rows}) WHERE sel LIMIT ${sampledMessages})`,
        parameters,
      );
      chunk.forEach((reader, n) => {
        const [has, distinct] = [Number(row?.[`n${n}`] ?? 0), Number(row?.[`d${n}`] ?? 0)];
        if (has === 0 || (has >= leastSample && distinct > has * idShare)) found.add(reader);
      });
    }
    return found;
  }

  /**
   * Returns the most frequent values in the selection, with their counts in the selection and among the other messages.
   */
  async values(readers: readonly FieldReader[], selected: number): Promise<ValueDifference[]> {
    const parameters = new Parameters();
    const rows = await this.#rows(readers, parameters);
    // In a selection of several messages, a value that occurs only once is considered a coincidence.
    const least = Math.max(1, Math.min(2, selected), Math.floor(selected / 1000));
    const counted = readers.map((reader, n) => {
      const value = reader.list ? `unnest(list_distinct(f${n}))` : `f${n}`;
      const each = `SELECT ${value} AS v, sel FROM hits WHERE f${n} IS NOT NULL`;
      return `(SELECT ${n} AS field, ${textOf(reader)} AS value, count(*) FILTER (sel) AS selected, count(*) FILTER (NOT sel) AS rest FROM (${each}) GROUP BY v HAVING count(*) FILTER (sel) >= ${least} ORDER BY selected DESC LIMIT ${valuesPerField})`;
    });
    const found = await this.#ask(
      `WITH hits AS MATERIALIZED (${rows}) SELECT * FROM (${counted.join(' UNION ALL ')}) WHERE length(value) BETWEEN 1 AND ${longestValue}`,
      parameters,
    );
    return found.flatMap((row) => {
      const reader = readers[Number(row['field'])];
      if (!reader) return [];
      const { name: field } = reader;
      return [{ field, value: String(row['value']), selected: Number(row['selected']), rest: Number(row['rest']) }];
    });
  }

  /**
   * Returns the medians of numeric fields in the selection and among the other messages.
   * @param total number of compared messages; if it exceeds `measuredMessages`, a random sample is measured
   */
  async medians(readers: readonly FieldReader[], total: number): Promise<NumberDifference[]> {
    const numeric = readers.filter(isNumber);
    if (numeric.length === 0) return [];
    const parameters = new Parameters();
    const rows = await this.#rows(numeric, parameters);
    const columns = numeric.map(({ kind }, n) => {
      const number = kind === 'number' ? `f${n}.d` : `f${n}::DOUBLE`;
      return `median(${number}) FILTER (sel) AS s${n}, median(${number}) FILTER (NOT sel) AS r${n}`;
    });
    const percent = Math.ceil((measuredMessages / Math.max(total, 1)) * 100);
    const sample = percent >= 100 ? '' : ` USING SAMPLE ${percent} PERCENT (bernoulli)`;
    const [row] = await this.#ask(`SELECT ${columns.join(', ')} FROM (${rows})${sample}`, parameters);
    const numberOf = (value: unknown): number | null =>
      value === null || value === undefined || !Number.isFinite(Number(value)) ? null : Number(value);
    return numeric.map(({ name: field }, n) => ({
      field,
      selected: numberOf(row?.[`s${n}`]),
      rest: numberOf(row?.[`r${n}`]),
    }));
  }

  /** Returns the SQL of the matching rows with the columns `sel` (in the selection) and `f0`, `f1` … for the fields. */
  #rows(readers: readonly FieldReader[], parameters: Parameters): Promise<string> {
    const { range, query } = this.#selection;
    return matchingRows(this.#match, this.#indices, parameters, async (index) => {
      const at = (instant: number): string => parameters.add(new Date(clampInstant(instant)));
      const conditions = [
        ...(range ? [`ts >= ${at(range.from)} AND ts < ${at(range.to)}`] : []),
        ...(query ? [await compileQuery(query, index, { parameters, now: this.#match.now })] : []),
      ];
      const sel = conditions.map((one) => `coalesce((${one}), false)`).join(' AND ') || 'true';
      return [`${sel} AS sel`, ...readers.map((reader, n) => `${reader.read(index)} AS f${n}`)].join(', ');
    });
  }

  #ask(sql: string, parameters: Parameters): Promise<Row[]> {
    return this.#store.query(...parameters.bind(sql), this.#signal);
  }
}

function textOf({ kind }: FieldReader): string {
  return kind === 'number' ? 'coalesce(v.l::VARCHAR, v.d::VARCHAR)' : 'v::VARCHAR';
}

/** Returns how many more messages of the selection have the value than its share among the other messages predicts. */
function explained({ selected, rest }: ValueDifference, all: number, others: number): number {
  return selected - (rest / Math.max(others, 1)) * all;
}

/**
 * Returns the values that are more frequent in the selection, beginning with those that explain the most of its
 * messages.
 * @param selected number of messages in the selection
 * @param rest number of other messages
 */
export function ranked(values: readonly ValueDifference[], selected: number, rest: number): readonly ValueDifference[] {
  const isMore = (value: ValueDifference): boolean =>
    value.selected / Math.max(selected, 1) > leastRatio * (value.rest / Math.max(rest, 1));
  return values
    .filter(isMore)
    .sort(
      (one, other) =>
        explained(other, selected, rest) - explained(one, selected, rest) ||
        one.field.localeCompare(other.field) ||
        one.value.localeCompare(other.value),
    )
    .slice(0, listedValues);
}

const ratioOf = ({ selected, rest }: NumberDifference): number => {
  const [one, other] = [Math.abs(selected ?? 0), Math.abs(rest ?? 0)];
  return one === 0 || other === 0 ? 1 : Math.max(one / other, other / one);
};
const hasMoved = (number: NumberDifference): boolean => ratioOf(number) > leastRatio;
const byRatio = (one: NumberDifference, other: NumberDifference): number => ratioOf(other) - ratioOf(one);
