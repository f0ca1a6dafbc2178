/** Metrics in their text form: `count()`, `avg(took_ms)`, `percentile(took_ms,95)` (contract search C4, F2). */
export interface SeriesFunction {
  readonly type: string;
  readonly field?: string;
  readonly percentile?: number;
}

/**
 * Parses the text of a metric. The function's type is the word before `(`; the field name may contain brackets and
 * commas, but in a percentile the last comma separates the percentile from the field.
 */
export function parseSeries(text: string): SeriesFunction {
  const open = text.indexOf('(');
  if (open < 0) return { type: text.trim() };
  const close = text.lastIndexOf(')');
  const type = text.slice(0, open).trim();
  const inner = text.slice(open + 1, close < open ? undefined : close).trim();
  if (inner === '') return { type };
  const comma = type === 'percentile' ? inner.lastIndexOf(',') : -1;
  if (comma < 0) return { type, field: inner };
  const percentile = Number(inner.slice(comma + 1));
  const field = inner.slice(0, comma).trim();
  return Number.isFinite(percentile) ? { type, field, percentile } : { type, field };
}

export function formatSeries({ type, field, percentile }: SeriesFunction): string {
  return `${type}(${field ?? ''}${percentile === undefined ? '' : `,${percentile}`})`;
}
