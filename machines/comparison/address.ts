/**
 * The comparison with an earlier range in a page's address: `compare=previous`, or `compare` with a number of seconds.
 */
import { mostSecondsAgo, type Comparison } from './choice.js';

const name = 'compare';

/**
 * Returns the comparison in an address. An unreadable comparison and a distance of 0 or of over ten years count as
 * absent.
 */
export function readComparison(search: string | URLSearchParams): Comparison | undefined {
  const text = new URLSearchParams(search).get(name) ?? '';
  if (text === 'previous') return { type: 'previous' };
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return seconds > 0 && seconds <= mostSecondsAgo ? { type: 'ago', seconds } : undefined;
}

/**
 * Returns the parameters of an address with the comparison, or without one if it is undefined; other parameters stay.
 */
export function writeComparison(
  current: string | URLSearchParams,
  comparison: Comparison | undefined,
): URLSearchParams {
  const parameters = new URLSearchParams(current);
  if (!comparison) parameters.delete(name);
  else parameters.set(name, comparison.type === 'previous' ? 'previous' : String(comparison.seconds));
  return parameters;
}
