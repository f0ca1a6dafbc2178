/**
 * Defines the attribute `range` of searching elements: seconds (`900`; `0` is all time), two instants (`from/to`, ISO
 * 8601 or `YYYY-MM-DD[ HH:mm:ss]` in UTC), or words (`last week`). The property also accepts a number of seconds or a
 * time range of the API.
 */
import type { TimeRange } from '../../api/contract/searches.js';
import { instantOfWire, wireInstant } from '../../machines/time-range/local-time.js';
import { defaultRelativeSeconds } from '../../machines/time-range/ranges.js';
import { BadValue, custom, type AttributeKind } from '../element/attributes.js';

const expected = 'seconds, two instants (from/to) or words such as "last week"';

function parseRange(given: string): TimeRange {
  const text = given.trim();
  if (/^\d{1,12}$/.test(text)) {
    const seconds = Number(text);
    return seconds === 0 ? { type: 'relative', range: 0 } : { type: 'relative', from: seconds };
  }
  const [first, second, ...more] = text.split('/');
  if (second !== undefined) {
    const from = instantOfWire(first?.trim() ?? '');
    const to = instantOfWire(second.trim());
    if (more.length > 0 || from === undefined || to === undefined || from >= to) throw new BadValue(expected, given);
    return { type: 'absolute', from: wireInstant(from), to: wireInstant(to) };
  }
  if (text === '' || /^[-\d.]+$/.test(text)) throw new BadValue(expected, given);
  return { type: 'keyword', keyword: text };
}

/**
 * Returns the attribute's text for a range; null removes the attribute: without a range, and for a relative range that
 * ends before now, because the attribute has no notation for such a range.
 */
function textOfRange(range: TimeRange | undefined): string | null {
  switch (range?.type) {
    case 'relative':
      return range.to ? null : String(range.range ?? range.from ?? defaultRelativeSeconds);
    case 'absolute':
      return `${range.from}/${range.to}`;
    case 'keyword':
      return range.keyword;
    case undefined:
      return null;
  }
}

function isSpan(from: unknown, to: unknown): boolean {
  const [start, end] = [from, to].map((one) => (typeof one === 'string' ? instantOfWire(one) : undefined));
  return start !== undefined && end !== undefined && start < end;
}

export function isTimeRange(value: unknown): value is TimeRange {
  if (typeof value !== 'object' || value === null) return false;
  const range = value as Partial<Record<string, unknown>>;
  switch (range['type']) {
    case 'relative':
      return (
        (range['range'] ?? range['from']) !== undefined &&
        [range['range'], range['from'], range['to']].every(
          (seconds) => seconds === undefined || (Number.isInteger(seconds) && (seconds as number) >= 0),
        )
      );
    case 'absolute':
      return isSpan(range['from'], range['to']);
    case 'keyword':
      return typeof range['keyword'] === 'string' && range['keyword'] !== '';
    default:
      return false;
  }
}

export function rangeAttribute(): AttributeKind<TimeRange | undefined> {
  return custom<TimeRange | undefined>({
    type: 'LogRange | undefined',
    fallback: undefined,
    parse: parseRange,
    stringify: textOfRange,
    accept: (value) => {
      if (typeof value === 'string') return parseRange(value);
      if (typeof value === 'number') return parseRange(String(value));
      if (isTimeRange(value)) return value;
      throw new BadValue(expected, value);
    },
  });
}
