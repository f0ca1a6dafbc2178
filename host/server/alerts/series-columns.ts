/**
 * Plans the SQL columns of the series of a condition. A series is a metric, or a formula such as
 * `count(level:<=3) / count() * 100`, whose metrics may have filters of their own: an aggregate with a filter reads
 * NULL from messages that do not match the filter.
 */
import type { AggregationSeries } from '../../../api/contract/event-definitions.schema.js';
import { evaluate, operandsOf, parseFormula, type FilteredMetric, type Formula } from '../../../api/formula/parse.js';
import { parseSeries } from '../../../api/formula/series-text.js';
import type { QueryNode } from '../../../api/language/index.js';
import { compileQuery, readQuery, type CompileContext } from '../search/compile.js';
import { SearchTypeError } from '../search/errors.js';
import { fieldReader, numbersOf, type FieldReader } from '../search/field-kinds.js';
import type { Parameters } from '../search/parameters.js';
import { planSeries, type SeriesPlan } from '../search/series.js';
import type { StoredIndex } from '../store/types.js';

/** SQL of a series, which computes its value from the columns of the aggregates. */
export interface SeriesFigure {
  readonly id: string;
  readonly column: string;
  /** SQL that computes the column from the aggregates; undefined: the column is an aggregate. */
  readonly sql: ((parameters: Parameters) => string) | undefined;
  /** SQL of the column as a number. */
  readonly number: string;
  /** Value of the series in a window without messages. */
  readonly emptyValue: number | null;
  readonly read: (value: unknown) => unknown;
}

interface Aggregate {
  readonly plan: SeriesPlan;
  readonly filter: QueryNode | null;
}

export interface SeriesColumns {
  /** SQL aggregate of each column, by the name of the column. */
  readonly aggregates: ReadonlyMap<string, string>;
  /** SQL of each series, in the order of the definition. */
  readonly figures: readonly SeriesFigure[];
  /** Returns the SQL expressions, with their column names, that the aggregates read from an index. */
  readonly inputs: (index: StoredIndex, context: CompileContext) => Promise<readonly string[]>;
}

const countsAnything = new Set(['count', 'card']);

/**
 * Reads a field as numbers; a field that is text in one index and numeric in another is numeric where its text parses
 * as a number.
 */
function numberReader(name: string, indices: readonly StoredIndex[]): FieldReader {
  const reader = numbersOf(fieldReader(name, indices));
  const isMixed = reader.types.some((type) => type === 'long' || type === 'double');
  if (reader.kind !== 'text' || reader.list || !isMixed) return reader;
  const read = (index: StoredIndex): string => {
    const field = index.fields.get(name);
    return field ? `TRY_CAST(${field.column} AS DOUBLE)` : 'NULL::DOUBLE';
  };
  return { ...reader, kind: 'double', read };
}

/**
 * Returns SQL for the number of a series. A minimum or maximum of a number field can be a structure, whose member `d`
 * is the number.
 */
function numberSql({ column, field, aggregate }: SeriesPlan): string {
  const isExtreme = field?.kind === 'number' && /^(min|max)\(/.test(aggregate);
  const isStructure = isExtreme && !aggregate.includes('.d');
  return isStructure ? `(${column}).d` : column;
}

/** Returns the formula of a series. @throws SearchTypeError when it cannot be read */
function formulaOf({ formula = '' }: AggregationSeries): Formula {
  const parsed = parseFormula(formula);
  if (parsed.formula) return parsed.formula;
  throw new SearchTypeError(`The formula "${formula}" cannot be read: ${parsed.fault.message}`);
}

/**
 * Returns a plan with its filter; a filtered count counts its input, which is NULL for messages that do not match the
 * filter.
 */
function filtered(plan: SeriesPlan, filter: QueryNode | null): Aggregate {
  const countsMessages = plan.field === undefined;
  if (filter === null || !countsMessages) return { filter, plan };
  return { filter, plan: { ...plan, aggregate: `count(${plan.input})` } };
}

/** Plans of the metrics that the formulas contain. */
interface OperandPlans {
  readonly aggregates: readonly Aggregate[];
  readonly planOf: (metric: FilteredMetric) => SeriesPlan | undefined;
}

/** Plans the metrics in formulas; a metric that occurs several times with the same filter is planned once. */
function operandPlans(formulas: Iterable<Formula>, indices: readonly StoredIndex[]): OperandPlans {
  const functionsOfFilters = new Map<string, Set<string>>();
  for (const { function: text, filter } of [...formulas].flatMap(operandsOf)) {
    const functions = functionsOfFilters.get(filter) ?? new Set();
    functionsOfFilters.set(filter, functions.add(text));
  }
  const aggregates: Aggregate[] = [];
  const plans = new Map<string, SeriesPlan>();
  for (const [at, [filter, functions]] of [...functionsOfFilters].entries()) {
    const node = filter === '' ? null : readQuery(filter, { allowLeadingWildcard: true });
    for (const text of functions) {
      const metric = { id: text, ...parseSeries(text) };
      const readerOf = countsAnything.has(metric.type) ? fieldReader : numberReader;
      const [plan] = planSeries([metric], (name) => readerOf(name, indices), `f${at}x${plans.size}v`);
      if (!plan) continue;
      const aggregate = filtered(plan, node);
      aggregates.push(aggregate);
      plans.set(operandKey({ function: text, filter }), aggregate.plan);
    }
  }
  return { aggregates, planOf: (metric) => plans.get(operandKey(metric)) };
}

/**
 * Plans the series of a condition.
 * @throws SearchTypeError when a series cannot be computed from its field, or a formula cannot be read
 */
export function seriesColumns(series: readonly AggregationSeries[], indices: readonly StoredIndex[]): SeriesColumns {
  const plain = series.filter((one) => one.function !== 'formula');
  const formulas = new Map(series.flatMap((one) => (one.function === 'formula' ? [[one.id, formulaOf(one)]] : [])));
  const numeric = new Set(plain.flatMap((one) => (countsAnything.has(one.function) ? [] : [one.field])));
  const reader = (name: string): FieldReader =>
    numeric.has(name) ? numberReader(name, indices) : fieldReader(name, indices);
  const plans = planSeries(
    plain.map(({ id, function: type, field }) => ({ id, type, ...(field === null ? {} : { field }) })),
    reader,
  );
  const operands = operandPlans(formulas.values(), indices);
  const aggregates = [...plans.map((plan): Aggregate => ({ plan, filter: null })), ...operands.aggregates];
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const figures = series.flatMap(({ id }, at): SeriesFigure[] => {
    const formula = formulas.get(id);
    if (formula) {
      const column = `x${at}`;
      return [
        {
          id,
          column,
          number: column,
          sql: (parameters) => finite(formulaSql(formula, operands.planOf, parameters)),
          emptyValue: evaluate(formula, (metric) => operands.planOf(metric)?.emptyValue ?? null),
          read: (value) => value,
        },
      ];
    }
    const plan = byId.get(id);
    if (!plan) return [];
    const { column, emptyValue, read } = plan;
    return [{ id, column, number: numberSql(plan), sql: undefined, emptyValue, read }];
  });
  return {
    aggregates: new Map(aggregates.map(({ plan }) => [plan.column, plan.aggregate])),
    figures,
    inputs: (index, context) => inputsOf(aggregates, index, context),
  };
}

const operandKey = ({ function: metric, filter }: FilteredMetric): string => JSON.stringify([metric, filter]);

async function inputsOf(
  aggregates: readonly Aggregate[],
  index: StoredIndex,
  context: CompileContext,
): Promise<readonly string[]> {
  const conditions = new Map<QueryNode, string>();
  const inputs: (readonly [string, string])[] = [];
  for (const {
    plan: { field, input },
    filter,
  } of aggregates) {
    if (filter === null) {
      if (field) inputs.push([input, field.read(index)]);
      continue;
    }
    const condition = conditions.get(filter) ?? (await compileQuery(filter, index, context));
    conditions.set(filter, condition);
    inputs.push([input, `CASE WHEN ${condition} THEN ${field ? field.read(index) : '1'} END`]);
  }
  return Array.from(new Map(inputs), ([input, sql]) => `${sql} AS ${input}`);
}

/** Returns SQL that is NULL where the formula has no value: without a value of a metric, and for a division by zero. */
function formulaSql(
  formula: Formula,
  operand: (metric: FilteredMetric) => SeriesPlan | undefined,
  parameters: Parameters,
): string {
  const sql = (inner: Formula): string => formulaSql(inner, operand, parameters);
  switch (formula.kind) {
    case 'number':
      return `${parameters.add(formula.value)}::DOUBLE`;
    case 'metric': {
      const plan = operand(formula.metric);
      return plan ? `(${numberSql(plan)})::DOUBLE` : 'NULL::DOUBLE';
    }
    case 'negated':
      return `(0 - ${sql(formula.of)})`;
    case 'joined': {
      const right = sql(formula.right);
      return `(${sql(formula.left)} ${formula.operator} ${formula.operator === '/' ? `nullif(${right}, 0)` : right})`;
    }
  }
}

const finite = (sql: string): string => `CASE WHEN isfinite(${sql}) THEN ${sql} END`;
