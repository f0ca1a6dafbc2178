/**
 * Parses time ranges that are named by a period and a part of it: `last week monday`, `end of last month`, `weekend`,
 * `since monday`, `29 february`. A week begins on Monday (ISO 8601).
 */
import moment from 'moment-timezone';
import type { ResolvedRange } from './time-range.js';

const which = '(this|current|last|past|previous|next)';
const steps: Readonly<Record<string, number>> = { last: -1, past: -1, previous: -1, next: 1 };
const weekday = '(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const edge = new RegExp(
  `^(?:the )?(start|beginning|first day|end|last day) of (?:the )?(?:${which} )?(year|quarter|month|week)$`,
);
const dayOfWeek = new RegExp(`^(?:${which} week(?:'s)?(?: on)? ${weekday}|(?:on )?${weekday}(?: of)? ${which} week)$`);
const daysOfWeek = new RegExp(`^${weekday} (?:to|until|till|through|-) ${weekday}(?: of)? ${which} week$`);
const weekend = new RegExp(`^(?:the )?(?:${which} )?weekend$`);
const leapDay = /^(?:29(?:th)?(?: of)? feb(?:ruary)?|feb(?:ruary)? 29(?:th)?)$/;
const weeksAgo = new RegExp(`^(?:(\\d{1,3}) weeks? ago(?: on)? ${weekday}|(?:on )?${weekday} (\\d{1,3}) weeks? ago)$`);
const since = /^since (.+)$/;

const indexOf = (name: string | undefined): number => weekdays.indexOf((name ?? '').slice(0, 3));
const stepOf = (word: string | undefined): number => steps[word ?? 'this'] ?? 0;

/** Returns the range of the days `from` to `to`, both included; days are counted from the beginning of the week. */
function days(week: moment.Moment, from: number, to: number): ResolvedRange {
  const end = to < from ? to + 7 : to;
  return {
    from: week.clone().add(from, 'days').valueOf(),
    to: week
      .clone()
      .add(end + 1, 'days')
      .valueOf(),
  };
}

/** Returns the last 29 February that has begun. Nine years are searched, because 1900 and 2100 are no leap years. */
function lastLeapDay(at: moment.Moment): ResolvedRange {
  const years = Array.from({ length: 9 }, (_, back) => at.year() - back);
  const starts = years
    .filter((year) => moment.utc([year]).isLeapYear())
    .map((year) => at.clone().startOf('year').year(year).month(1).date(29));
  const day = starts.find((start) => !start.isAfter(at)) ?? at.clone().startOf('day');
  return { from: day.valueOf(), to: day.clone().add(1, 'day').valueOf() };
}

/** Returns the first or the last day of a year, quarter, month or week. */
function dayAtEdge(
  place: string,
  step: number,
  unit: 'year' | 'quarter' | 'month' | 'week',
  at: moment.Moment,
): ResolvedRange {
  const aligned = unit === 'week' ? 'isoWeek' : unit;
  const start = at.clone().startOf(aligned).add(step, unit).startOf(aligned);
  const isFirst = /^(?:start|beginning|first)/.test(place);
  const day = isFirst ? start : start.clone().add(1, unit).startOf(aligned).subtract(1, 'day');
  return { from: day.valueOf(), to: day.clone().add(1, 'day').valueOf() };
}

/**
 * Parses a phrase such as `start of last month`, `weekend` or `since monday`.
 * @param zone IANA time zone in which days begin
 * @param now epoch milliseconds
 * @param parse parses the text behind `since`
 * @returns undefined when the text has another form, or `since` names a time in the future
 */
export function phraseRange(
  text: string,
  zone: string,
  now: number,
  parse: (text: string) => ResolvedRange,
): ResolvedRange | undefined {
  const phrase = text.trim().toLowerCase().replace(/,/g, ' ').replace(/\s+/g, ' ');
  const at = moment.tz(now, zone);
  const weekOf = (step: number): moment.Moment => at.clone().startOf('isoWeek').add(step, 'weeks');
  const [, place, period, unit] = edge.exec(phrase) ?? [];
  if (place !== undefined) return dayAtEdge(place, stepOf(period), unit as 'month', at);
  const one = dayOfWeek.exec(phrase);
  if (one) {
    const day = indexOf(one[2] ?? one[3]);
    return days(weekOf(stepOf(one[1] ?? one[4])), day, day);
  }
  const several = daysOfWeek.exec(phrase);
  if (several) return days(weekOf(stepOf(several[3])), indexOf(several[1]), indexOf(several[2]));
  const free = weekend.exec(phrase);
  if (free) {
    // `weekend` alone means the present weekend or, before it begins, the last weekend.
    const isAhead = free[1] === undefined && at.isoWeekday() < 6;
    return days(weekOf(isAhead ? -1 : stepOf(free[1])), 5, 6);
  }
  if (leapDay.test(phrase)) return lastLeapDay(at);
  const ago = weeksAgo.exec(phrase);
  if (ago) {
    const day = indexOf(ago[2] ?? ago[3]);
    return days(weekOf(-Number(ago[1] ?? ago[4])), day, day);
  }
  const begin = since.exec(phrase)?.[1];
  const from = begin === undefined ? undefined : parse(begin).from;
  return from === undefined || from > now ? undefined : { from, to: now };
}
