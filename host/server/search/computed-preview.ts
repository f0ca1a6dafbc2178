/** Tries the pattern of computed fields on sample texts, with the same expressions in the same database as searches. */
import type { ComputedPreview, ComputedPreviewBody } from '../../../api/contract/computed-fields.js';
import type { PatternOf } from '../grok/grok.js';
import type { MessageReader } from '../store/types.js';
import { capturesOf, valueOf } from './computed-fields.js';
import { Parameters } from './parameters.js';

/** Largest number of captures that a preview computes. */
const mostCaptures = 20;

/**
 * Returns the values of a pattern's captures in each sample text; null where a capture found nothing.
 * @throws BadRequestError when the pattern is invalid, or needs work without a bound
 */
export async function previewComputed(
  reader: MessageReader,
  { kind, pattern, texts }: ComputedPreviewBody,
  patternOf: PatternOf,
  signal: AbortSignal,
): Promise<ComputedPreview> {
  const names = capturesOf(kind, pattern, patternOf).slice(0, mostCaptures);
  const columns = names.map((name, at) => `${valueOf(kind, pattern, name, patternOf)('t')} AS v${at}`);
  if (texts.length === 0) return { fields: names.map((name) => ({ name, values: [] })) };
  const parameters = new Parameters();
  const list = parameters.add([...texts]);
  const sql = `SELECT ${columns.join(', ')} FROM (SELECT unnest(${list}::VARCHAR[]) AS t, generate_subscripts(${list}::VARCHAR[], 1) AS i) ORDER BY i`;
  const rows = await reader.query(...parameters.bind(sql), signal);
  return {
    fields: names.map((name, at) => ({
      name,
      values: rows.map((row) => {
        const value = row[`v${at}`];
        return typeof value === 'string' ? value : null;
      }),
    })),
  };
}
