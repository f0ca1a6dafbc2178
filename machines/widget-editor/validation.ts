/**
 * Validates the form of an aggregation (spec 2 §5; spec 1 §5). The texts of errors are in the words of the
 * specification.
 */
import type { AggregationForm, GroupingForm, MetricForm, SortForm } from './form.js';
import { parseFormula, type NamedMetrics } from '../../api/formula/parse.js';
import { mostComputed } from '../formula/stored.js';
import { formulaFunction, isComputedMetric, isSortable, namesOf } from './form.js';
import { isRequired, readField, shownFields, visualizationType } from './visualization-types.js';

export interface GroupingProblems {
  readonly fields?: string;
  readonly interval?: string;
  readonly limit?: string;
}
export interface MetricProblems {
  readonly function?: string;
  readonly field?: string;
  readonly percentile?: string;
  readonly formula?: string;
}
export interface SortProblems {
  readonly field?: string;
  readonly direction?: string;
}
export interface FormProblems {
  /** Errors of groupings by their ids; `metrics` and `sorts` contain errors by id as well. */
  readonly groupings: Readonly<Record<string, GroupingProblems>>;
  readonly metrics: Readonly<Record<string, MetricProblems>>;
  readonly sorts: Readonly<Record<string, SortProblems>>;
  /** Error of the visualization type, and errors of its configuration by the path of the field. */
  readonly visualization: { readonly type?: string; readonly config: Readonly<Record<string, string>> };
}

const texts = {
  field: 'Field is required.',
  scaling: 'Scaling is required.',
  scalingRange: 'Must be greater than 0 and smaller or equals 10.',
  value: 'Value is required.',
  positive: 'Must be greater than 0.',
  limit: 'Limit is required.',
  function: 'Function is required.',
  fieldFor: (name: string): string => `Field is required for function ${name}.`,
  percentile: 'Percentile is required.',
  mostComputed: `A widget has at most ${mostComputed} formulas and metrics with a filter. Remove this one, or show it in another widget.`,
  fault: (message: string, at: number): string => `Character ${at + 1}: ${message}`,
  direction: 'Direction is required.',
  timeSort: 'Sort on non data table with time based row grouping does not work.',
  type: 'Type is required.',
  required: (title: string): string => `${title} is required.`,
} as const;

function intervalProblem({ type, interval }: GroupingForm): string | undefined {
  if (type !== 'time') return undefined;
  if (interval.type === 'auto') {
    if (interval.scaling === undefined) return texts.scaling;
    return interval.scaling > 0 && interval.scaling <= 10 ? undefined : texts.scalingRange;
  }
  if (interval.value === undefined) return texts.value;
  return interval.value > 0 ? undefined : texts.positive;
}

function groupingProblems(grouping: GroupingForm): GroupingProblems {
  const { fields, type, limit } = grouping;
  const interval = intervalProblem(grouping);
  const limited =
    type !== 'values' ? undefined : limit === undefined ? texts.limit : limit > 0 ? undefined : texts.positive;
  return {
    ...(fields.length === 0 && { fields: texts.field }),
    ...(interval !== undefined && { interval }),
    ...(limited !== undefined && { limit: limited }),
  };
}

function metricProblems(
  { function: name, field, percentile, formula }: MetricForm,
  names: NamedMetrics,
): MetricProblems {
  if (name === undefined) return { function: texts.function };
  if (name === formulaFunction) {
    const { fault } = parseFormula(formula, names);
    return fault ? { formula: texts.fault(fault.message, fault.at) } : {};
  }
  return {
    ...(name !== 'count' && field === undefined && { field: texts.fieldFor(name) }),
    ...(name === 'percentile' && percentile === undefined && { percentile: texts.percentile }),
  };
}

function sortProblems(form: AggregationForm, sort: SortForm): SortProblems {
  // A sort by a removed field is not stored, so that it needs no error.
  if (sort.field !== undefined && !isSortable(form, sort)) return {};
  const timeRows = form.groupings.some(({ direction, type }) => direction === 'row' && type === 'time');
  const pointless = timeRows && form.visualization.type !== 'table';
  const field = sort.field === undefined ? texts.field : pointless ? texts.timeSort : undefined;
  return {
    ...(field !== undefined && { field }),
    ...(sort.direction === undefined && { direction: texts.direction }),
  };
}

function visualizationProblems(form: AggregationForm): FormProblems['visualization'] {
  const { type, config } = form.visualization;
  if (type === undefined) return { type: texts.type, config: {} };
  const known = visualizationType(type);
  if (!known) return { config: {} };
  const rows = form.groupings.filter(({ direction }) => direction === 'row').length;
  const lacks = known.lacks({ rows, columns: form.groupings.length - rows, metrics: form.metrics.length });
  const missing = shownFields(known, config).filter((field) => {
    const value = readField(config, field);
    // Fields that an older configuration does not have get their defaults, so that they are not missing.
    return isRequired(field) && field.default === undefined && (value === undefined || value === null || value === '');
  });
  const emptied = shownFields(known, config).filter((field) => readField(config, field) === null && isRequired(field));
  return {
    ...(lacks !== undefined && { type: lacks }),
    config: Object.fromEntries(
      [...missing, ...emptied].map((field) => [field.path.join('.'), texts.required(field.title)]),
    ),
  };
}

function byId<Form extends { readonly id: string }, Problems extends object>(
  forms: readonly Form[],
  judge: (form: Form) => Problems,
): Readonly<Record<string, Problems>> {
  const judged = forms.map((form) => [form.id, judge(form)] as const);
  return Object.fromEntries(judged.filter(([, problems]) => Object.keys(problems).length > 0));
}

export function problemsOf(form: AggregationForm): FormProblems {
  const names = namesOf(form);
  const beyond = new Set(form.metrics.filter(isComputedMetric).slice(mostComputed));
  return {
    groupings: byId(form.groupings, groupingProblems),
    metrics: byId(form.metrics, (metric) =>
      beyond.has(metric) ? { function: texts.mostComputed } : metricProblems(metric, names),
    ),
    sorts: byId(form.sorts, (sort) => sortProblems(form, sort)),
    visualization: visualizationProblems(form),
  };
}

export function isValid({ groupings, metrics, sorts, visualization }: FormProblems): boolean {
  return (
    [groupings, metrics, sorts, visualization.config].every((problems) => Object.keys(problems).length === 0) &&
    visualization.type === undefined
  );
}
