/** Checks the formulas in the series of event definitions from requests. */
import type { AggregationSeries } from '../../../api/contract/event-definitions.schema.js';
import { operandsOf, parseFormula } from '../../../api/formula/parse.js';
import { findParameters } from '../../../api/language/index.js';
import { readQuery } from '../search/compile.js';
import { SearchTypeError } from '../search/index.js';
import type { Problems } from './definition-input.js';

/** Largest number of formulas of a definition. */
const mostFormulas = 10;
/** Largest number of different queries in the formulas of a definition. */
const mostFilters = 8;

function add(problems: Problems, problem: string): void {
  (problems['series'] ??= []).push(problem);
}

/** Returns the series of a formula. @param problems receives the errors of the formula and of its queries */
export function formulaSeries(problems: Problems, id: string, text: string): AggregationSeries {
  const { formula, fault } = parseFormula(text);
  if (fault) add(problems, `The formula "${text}": ${fault.message} (character ${fault.at + 1})`);
  for (const { filter } of formula ? operandsOf(formula) : []) {
    if (findParameters(filter).length > 0)
      add(problems, `The formula "${text}": parameters cannot be used in the query "${filter}".`);
    try {
      readQuery(filter, { allowLeadingWildcard: true });
    } catch (error) {
      if (!(error instanceof SearchTypeError)) throw error;
      add(problems, `The formula "${text}": the query "${filter}": ${error.message}`);
    }
  }
  return { id, function: 'formula', field: null, formula: text };
}

/** Limits the formulas of a definition, because each filter is evaluated for every message of a window. */
export function checkFormulas(problems: Problems, series: readonly AggregationSeries[]): void {
  const texts = series.flatMap(({ formula }) => formula ?? []);
  if (texts.length > mostFormulas) add(problems, `There may be at most ${mostFormulas} formulas.`);
  const operands = texts.slice(0, mostFormulas).flatMap((text) => {
    const { formula } = parseFormula(text);
    return formula ? operandsOf(formula) : [];
  });
  const filters = new Set(operands.flatMap(({ filter }) => (filter === '' ? [] : [filter])));
  if (filters.size > mostFilters) add(problems, `The formulas may have at most ${mostFilters} different queries.`);
}
