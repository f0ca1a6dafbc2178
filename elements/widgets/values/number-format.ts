import { isEnglish, pageNumbers } from '../../element/page-numbers.js';
import { shortNumber } from '../values/value-text.js';

/**
 * Format with up to nine decimals, which the smallest displayed number needs for four significant digits. Smaller
 * numbers and numbers with more than 21 digits are written with powers of ten.
 */
const full = pageNumbers({ maximumFractionDigits: 9 });
const smallest = 1e-6;
const largest = 1e21;
const short = pageNumbers({ notation: 'compact', maximumFractionDigits: 2 });

/**
 * Formats a number: 1,284 · 0.1235 · 1,234,568 · 1.235e-9. Thousands are separated. A fraction has four significant
 * digits, or as many digits as its whole part if that has more. Integers below 10^21 and all `bigint`s are exact.
 */
export function formatNumber(value: number | bigint): string {
  if (typeof value === 'bigint') return full(value);
  const size = Math.abs(value);
  if (size > 0 && Number.isFinite(size) && (size < smallest || size >= largest))
    return Number(value.toPrecision(4)).toExponential().replace('e+', 'e');
  // Adding 0 turns `-0` into `0`.
  return full(shortNumber(value) + 0);
}

const digits = pageNumbers({ maximumSignificantDigits: 4 });

/**
 * Formats a number for an axis: 0.0125, 800, 2.5k, 10k, 1.5M. Numbers from 10^15 or below 10^-6 have an exponent
 * (1e15).
 *
 * @param shortFrom size from which numbers get a suffix such as `k`; smaller numbers have up to four significant digits
 */
export function formatAxisNumber(value: number, shortFrom = 1_000): string {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return value.toExponential(1).replace('.0e', 'e').replace('e+', 'e');
  if (size < shortFrom) return digits(value + 0);
  return isEnglish() ? short(value).replace('K', 'k').replace('B', 'G') : short(value);
}
