/**
 * Suggests values of a field that begin with the typed text, the most frequent first. If there are none, it suggests
 * values that are similar to the typed text (contract search X1).
 */
import type { Suggestions } from '../../../api/contract/searches.js';
import type { MessageReader } from '../store/types.js';
import type { FieldReader } from './field-kinds.js';
import { fieldReader } from './field-kinds.js';
import type { Match } from './match.js';
import { indicesOf, matchingRows } from './match.js';
import { Parameters } from './parameters.js';
import { texts } from './texts.js';

const mostSuggestions = 100;
/** Number of most frequent values that are compared with a misspelt value. */
const correctionCandidates = 2000;

export interface SuggestionRequest {
  readonly field: string;
  readonly input: string;
  readonly size: number;
  readonly match: Match;
}

export async function suggestValues(
  store: MessageReader,
  { field, input, size, match }: SuggestionRequest,
  signal?: AbortSignal,
): Promise<Suggestions> {
  const indices = indicesOf(store, match);
  const reader = fieldReader(field, indices);
  if (reader.types.includes('text')) {
    return { field, input, error: { type: 'illegal_argument_exception', reason: texts.unsupportedFullText(field) } };
  }
  if (reader.kind === undefined) {
    return { field, input, error: { type: 'illegal_argument_exception', reason: texts.suggestUnknown(field) } };
  }
  const limit = Math.min(size, mostSuggestions);
  const parameters = new Parameters();
  const rows = await matchingRows(match, indices, parameters, (index) => `${reader.read(index)} AS raw`);
  const values = `SELECT ${valueText(reader)} AS value FROM (${rows})`;
  const caseless = field === 'source';
  const typed = parameters.add(caseless ? input.toLowerCase() : input);
  const value = caseless ? 'lower(value)' : 'value';
  const counted = `SELECT value, count(*) AS occurrence FROM (${values}) WHERE value IS NOT NULL AND starts_with(${value}, ${typed}) GROUP BY value`;
  const found = await store.query(
    ...parameters.bind(
      `SELECT value, occurrence, sum(occurrence) OVER () AS total FROM (${counted}) ORDER BY occurrence DESC, value LIMIT ${limit}`,
    ),
    signal,
  );
  const suggestions = found.map((row) => ({ value: String(row['value']), occurrence: Number(row['occurrence']) }));
  if (suggestions.length > 0) {
    const shown = suggestions.reduce((sum, { occurrence }) => sum + occurrence, 0);
    return { field, input, suggestions, sum_other_docs_count: Number(found[0]?.['total'] ?? shown) - shown };
  }
  const similar = await store.query(
    ...parameters.bind(`SELECT value, occurrence FROM (SELECT value, count(*) AS occurrence FROM (${values}) WHERE value IS NOT NULL GROUP BY value ORDER BY occurrence DESC LIMIT ${correctionCandidates})
     WHERE damerau_levenshtein(${value}, ${typed}) <= 2 AND length(${typed}) > 2
     ORDER BY damerau_levenshtein(${value}, ${typed}), occurrence DESC, value LIMIT ${limit}`),
    signal,
  );
  if (similar.length === 0) return { field, input };
  return {
    field,
    input,
    suggestions: similar.map((row) => ({ value: String(row['value']), occurrence: Number(row['occurrence']) })),
  };
}

/** Returns SQL of the values in the form in which keys are displayed. A list yields each of its values. */
function valueText({ kind, list }: FieldReader): string {
  if (list) return 'unnest(raw)';
  if (kind === 'number') return 'coalesce(raw.l::VARCHAR, raw.d::VARCHAR)';
  return kind === 'instant' ? `strftime(epoch_ms(raw), '%Y-%m-%dT%H:%M:%S.%gZ')` : 'raw::VARCHAR';
}
