/**
 * Parses dates in queries: ISO 8601, `yyyy-MM-dd HH:mm:ss.SSS`, epoch milliseconds and date math, in UTC unless they
 * name an offset (contract search L4, Q4).
 */

/** Interval that a date text denotes, in epoch milliseconds with inclusive ends: `2024-03-01` denotes a whole day. */
export interface DateSpan {
  readonly from: number;
  readonly to: number;
}

const iso =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?)?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/;

type Unit = 'y' | 'M' | 'w' | 'd' | 'h' | 'H' | 'm' | 's';

/** Adds calendar units to a time in UTC; a day that the resulting month does not have becomes its last day. */
function add(instant: number, amount: number, unit: Unit): number {
  const date = new Date(instant);
  if (unit === 'y' || unit === 'M') {
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + (unit === 'y' ? amount * 12 : amount));
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, last));
    return date.getTime();
  }
  const size = { w: 604_800_000, d: 86_400_000, h: 3_600_000, H: 3_600_000, m: 60_000, s: 1000 }[unit];
  return instant + amount * size;
}

function startOf(instant: number, unit: Unit): number {
  const date = new Date(instant);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (unit) {
    case 'y':
      return Date.UTC(year, 0);
    case 'M':
      return Date.UTC(year, month);
    case 'w':
      return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7));
    case 'd':
      return Date.UTC(year, month, day);
    default: {
      const size = unit === 's' ? 1000 : unit === 'm' ? 60_000 : 3_600_000;
      return Math.floor(instant / size) * size;
    }
  }
}

const unitSpan = (from: number, unit: Unit): DateSpan => ({ from, to: add(from, 1, unit) - 1 });

function parsePlain(text: string): DateSpan | undefined {
  const found = iso.exec(text);
  if (!found) {
    if (!/^-?\d{1,15}$/.test(text)) return undefined;
    return { from: Number(text), to: Number(text) };
  }
  const [, year = '', month, day, hour, minute, second, fraction, zone] = found;
  if (zone !== undefined && hour === undefined) return undefined;
  const [y, mo, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)];
  const [h, mi, s] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  const date = new Date(0);
  date.setUTCFullYear(y, mo - 1, d);
  if (date.getUTCMonth() !== mo - 1 || date.getUTCDate() !== d || h > 23 || mi > 59 || s > 59) return undefined;
  const milliseconds = Number((fraction ?? '').padEnd(3, '0').slice(0, 3));
  let from = date.getTime() + h * 3_600_000 + mi * 60_000 + s * 1000 + milliseconds;
  if (zone !== undefined && zone !== 'Z') {
    const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
    const offset = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
    from -= (zone.startsWith('-') ? -1 : 1) * offset * 60_000;
  }
  if (fraction !== undefined) return { from, to: from };
  const unit =
    second !== undefined
      ? 's'
      : minute !== undefined
        ? 'm'
        : hour !== undefined
          ? 'h'
          : day !== undefined
            ? 'd'
            : month !== undefined
              ? 'M'
              : 'y';
  return unitSpan(from, unit);
}

/**
 * Parses a date such as `2024-03-01`, `2024-03-01 10:15:00.000`, `2024-03-01T10:15:00+01:00`, `now-1h/d` or
 * `2024-03-01||+1M`.
 * @param now epoch milliseconds
 * @returns undefined when the text is no date
 */
export function parseDate(text: string, now: number): DateSpan | undefined {
  const trimmed = text.trim();
  const [, anchor = '', math = ''] = /^(now|.*\|\|)?(.*)$/s.exec(trimmed) ?? [];
  if (anchor === '') return parsePlain(trimmed);
  const start = anchor === 'now' ? now : parsePlain(anchor.slice(0, -2))?.from;
  let span: DateSpan | undefined = start === undefined ? undefined : { from: start, to: start };
  if (!span || !/^(?:[+-]\d{0,9}[yMwdhHms]|\/[yMwdhHms])*$/.test(math)) return undefined;
  for (const [, sign, amount, unit, rounding] of math.matchAll(/([+-])(\d*)([yMwdhHms])|\/([yMwdhHms])/g)) {
    if (rounding !== undefined) span = unitSpan(startOf(span.from, rounding as Unit), rounding as Unit);
    else {
      const by = (sign === '-' ? -1 : 1) * Number(amount === '' ? 1 : amount);
      span = { from: add(span.from, by, unit as Unit), to: add(span.to, by, unit as Unit) };
    }
    if (!Number.isFinite(span.from) || !Number.isFinite(span.to)) return undefined;
  }
  return span;
}
