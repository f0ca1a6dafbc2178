/** Replaces parameters in the query of a definition by values from lookup tables (contract search lut-parameter-v1). */
import type { AggregationConfig } from '../../../api/contract/event-definitions.schema.js';
import { bindQuery, type Binding } from '../search/bindings.js';
import type { LookUp } from './make-events.js';

/**
 * Returns the query of a definition with its parameters replaced.
 * @throws SearchTypeError when a required parameter has no value
 */
export async function boundQuery(
  { query, query_parameters: parameters }: Pick<AggregationConfig, 'query' | 'query_parameters'>,
  lookUp: LookUp | undefined,
): Promise<string> {
  if (parameters.length === 0) return query;
  const bindings = new Map<string, Binding>();
  for (const { name, lookup_table: table, key, default_value: otherwise, optional = false } of parameters) {
    const value = (await lookUp?.(table, key)) ?? otherwise;
    bindings.set(name, { name, value, optional });
  }
  return bindQuery(query, bindings);
}
