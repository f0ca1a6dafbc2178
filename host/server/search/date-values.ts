/** Dates as queries write them: instants, days, seconds, and date math around `now` (contract search L4). */

export interface DateSpan {
  /** Epoch milliseconds, first instant meant. */
  readonly from: number;
  /** Epoch milliseconds, last instant meant. */
  readonly to: number;
}

const written =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?)?$/;
const math = /([+\-/])(\d*)([yMwdhHms])/g;

/** What a text means; undefined when it is no date. A date without time is the whole day, one without fraction the whole second. */
export function parseDate(text: string, now: number): DateSpan | undefined {
  const trimmed = text.trim();
  if (/^-?\d{10,16}$/.test(trimmed)) return { from: Number(trimmed), to: Number(trimmed) };
  if (trimmed.startsWith('now')) return withMath({ from: now, to: now }, trimmed.slice(3));
  const [base, rest] = split(trimmed);
  const span = parseWritten(base);
  return span && (rest === undefined ? span : withMath({ from: span.from, to: span.from }, rest));
}

function split(text: string): [string, string | undefined] {
  const at = text.indexOf('||');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 2)];
}

function parseWritten(text: string): DateSpan | undefined {
  const match = written.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const milliseconds = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000 + 1e-6);
  const monthIndex = Number(month) - 1;
  const start = Date.UTC(
    Number(year),
    monthIndex,
    Number(day ?? 1),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
    milliseconds,
  );
  const date = new Date(start);
  if (date.getUTCMonth() !== monthIndex || (day !== undefined && date.getUTCDate() !== Number(day))) return undefined;
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return undefined;
  const from = start - offsetOf(zone);
  let length = 1;
  if (day === undefined) length = Date.UTC(Number(year), monthIndex + 1, 1) - start;
  else if (hour === undefined) length = 86_400_000;
  else if (minute === undefined) length = 3_600_000;
  else if (second === undefined) length = 60_000;
  else if (fraction === undefined) length = 1000;
  return { from, to: from + length - 1 };
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000;
}

function withMath(base: DateSpan, text: string): DateSpan | undefined {
  if (text === '') return base;
  if (text.replace(math, '') !== '') return undefined;
  let date = new Date(base.from);
  let rounded: string | undefined;
  for (const [, operator, count, unit] of text.matchAll(math)) {
    if (operator === '/') {
      date = floor(date, unit ?? 'd');
      rounded = unit;
    } else date = shift(date, (operator === '-' ? -1 : 1) * (count === '' ? 1 : Number(count)), unit ?? 'd');
  }
  const from = date.getTime();
  if (Number.isNaN(from)) return undefined;
  return { from, to: rounded === undefined ? from : shift(date, 1, rounded).getTime() - 1 };
}

function shift(date: Date, count: number, unit: string): Date {
  const next = new Date(date);
  if (unit === 'y') next.setUTCFullYear(next.getUTCFullYear() + count);
  else if (unit === 'M') next.setUTCMonth(next.getUTCMonth() + count);
  else
    next.setTime(
      next.getTime() +
        count * ({ w: 604_800_000, d: 86_400_000, h: 3_600_000, H: 3_600_000, m: 60_000, s: 1000 }[unit] ?? 0),
    );
  return next;
}

function floor(date: Date, unit: string): Date {
  const next = new Date(date);
  if (unit === 's') next.setUTCMilliseconds(0);
  else if (unit === 'm') next.setUTCSeconds(0, 0);
  else if (unit === 'h' || unit === 'H') next.setUTCMinutes(0, 0, 0);
  else next.setUTCHours(0, 0, 0, 0);
  if (unit === 'w') next.setUTCDate(next.getUTCDate() - ((next.getUTCDay() + 6) % 7));
  if (unit === 'M' || unit === 'y') next.setUTCDate(1);
  if (unit === 'y') next.setUTCMonth(0);
  return next;
}
