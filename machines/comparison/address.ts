/** The comparison with an earlier range in the address of a page: `compare=previous`, or the number of seconds. */
import { mostSecondsAgo, type Comparison } from './choice.js';

const name = 'compare';

/** Reads the comparison; an unreadable one counts as absent. */
export function readComparison(search: string | URLSearchParams): Comparison | undefined {
  const text = new URLSearchParams(search).get(name) ?? '';
  if (text === 'previous') return { type: 'previous' };
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return seconds > 0 && seconds <= mostSecondsAgo ? { type: 'ago', seconds } : undefined;
}

/** Writes the comparison into the parameters of an address; other parameters stay. */
export function writeComparison(
  current: string | URLSearchParams,
  comparison: Comparison | undefined,
): URLSearchParams {
  const parameters = new URLSearchParams(current);
  if (!comparison) parameters.delete(name);
  else parameters.set(name, comparison.type === 'previous' ? 'previous' : String(comparison.seconds));
  return parameters;
}
