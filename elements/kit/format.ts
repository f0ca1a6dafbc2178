/** Formats numbers and times (spec 1 §9 "Date formats", "Number formats"). */
import { pageNumbers } from '../element/page-numbers.js';
import { millisecondsOf, type Instant } from './format-date.js';

export { formatDate, millisecondsOf, type DateFormat, type Instant } from './format-date.js';

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * Formats an instant relative to `now` (in ms since the epoch): `15 minutes ago`, `in 2 hours`, `a few seconds ago`. A
 * text that is no instant is returned unchanged.
 */
export function formatRelative(instant: Instant, now: number): string {
  const ms = millisecondsOf(instant);
  if (!Number.isFinite(ms)) return String(instant);
  const seconds = Math.round((ms - now) / 1000);
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit) return seconds > 0 ? 'in a few seconds' : 'a few seconds ago';
  const amount = Math.round(Math.abs(seconds) / unit[1]);
  const text = `${amount === 1 ? (unit[0] === 'hour' ? 'an' : 'a') : amount} ${unit[0]}${amount === 1 ? '' : 's'}`;
  return seconds > 0 ? `in ${text}` : `${text} ago`;
}

const grouped = pageNumbers({ maximumFractionDigits: 2 });

/** Formats a number with thousands separators and at most two decimals. A bigint is formatted exactly. */
export function formatNumber(value: number | bigint): string {
  return grouped(value);
}

const hundredths = pageNumbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats a ratio as a percentage with two decimals: 0.1977 → 19.77%. */
export function formatPercent(ratio: number): string {
  return `${hundredths(ratio * 100 + 0)}%`;
}

/**
 * Formats a share of a whole as a percentage with two decimals. A share that is not exactly 0 or 1 is never rounded to
 * 0.00% or 100.00%: 0.00001 → <0.01%, 0.99999 → >99.99%.
 */
export function formatShare(ratio: number): string {
  if (ratio > 0 && ratio < 0.0001) return '<0.01%';
  return ratio < 1 && ratio > 0.9999 ? '>99.99%' : formatPercent(ratio);
}

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/** Formats a number of bytes in binary units with one decimal, below 1 KiB without: 1536 → 1.5 KiB. */
export function formatBytes(bytes: number): string {
  const step = Math.abs(bytes) < 1024 ? 0 : Math.min(Math.floor(Math.log2(Math.abs(bytes)) / 10), byteUnits.length - 1);
  const amount = bytes / 1024 ** step;
  return `${step === 0 ? amount : amount.toFixed(1)} ${byteUnits[step]}`;
}

/** Formats a duration in ms: 42 ms, 1.3 s, 2 min 5 s, 3 h 4 min. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
