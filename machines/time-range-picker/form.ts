/** The form in the pop-over for the time range: conversions and validation (spec 2 §4, §5). */
import type { TimeRange } from '../../api/contract/searches.js';
import { formatInstant, parseInstant, wireInstant } from '../time-range/local-time.js';
import { earliestAllowed } from '../time-range/limit.js';
import type { Span } from '../time-range/ranges.js';
import { defaultKeyword, defaultRelativeSeconds, isAllTime, spanOf } from '../time-range/ranges.js';
import { timeRangeTexts } from '../time-range/texts.js';
import type { TimeUnit } from '../time-range/units.js';
import { quantityOf, secondsOf } from '../time-range/units.js';

export type RangeTab = 'absolute' | 'relative' | 'keyword' | 'none';
export type RangeSide = 'from' | 'until';

/** One end of a relative range, given as its distance from now. */
export interface RelativeSide {
  /** Number in the input; null while the input is empty. */
  readonly value: number | null;
  readonly unit: TimeUnit;
  /** True leaves this end open: an open start means all time, an open end means now. */
  readonly open: boolean;
}

export type RangeForm =
  | { readonly tab: 'none' }
  | { readonly tab: 'relative'; readonly from: RelativeSide; readonly until: RelativeSide }
  /** Local times in the user's time zone, as the user has typed them. */
  | { readonly tab: 'absolute'; readonly from: string; readonly until: string }
  | { readonly tab: 'keyword'; readonly keyword: string };

export interface RangeErrors {
  readonly from?: string;
  readonly until?: string;
  readonly keyword?: string;
}

/** Contains the settings that conversions and validation need besides the form. */
export interface RangeSetting {
  readonly zone: string;
  /** Present time in epoch milliseconds. */
  readonly now: number;
  /** Value of the setting `query_time_range_limit`. */
  readonly limit?: string | undefined;
  /** Start and end of the keyword once the server has resolved it; `unknown` if the server does not know the words. */
  readonly keyword?: Span | 'unknown' | undefined;
}

/** Distance from now, in seconds, that the end gets when the user unchecks "Now" (screens/search.md §3). */
const uncheckedUntilSeconds = 240;

export const now: RelativeSide = { ...quantityOf(uncheckedUntilSeconds), open: true };
const relativeSide = (seconds: number): RelativeSide => ({ ...quantityOf(seconds), open: false });

const defaultForm: RangeForm = { tab: 'relative', from: relativeSide(defaultRelativeSeconds), until: now };

/** Returns the form for a time range; without a range (no override) it is the tab `none`. */
export function formOf(range: TimeRange | undefined, { zone }: Pick<RangeSetting, 'zone'>): RangeForm {
  switch (range?.type) {
    case undefined:
      return { tab: 'none' };
    case 'relative': {
      if (isAllTime(range))
        return { tab: 'relative', from: { ...relativeSide(defaultRelativeSeconds), open: true }, until: now };
      const until = range.to ? relativeSide(range.to) : now;
      return { tab: 'relative', from: relativeSide(range.from ?? range.range ?? defaultRelativeSeconds), until };
    }
    case 'absolute': {
      const span = spanOf(range, 0);
      // An unreadable range is shown unchanged, so that the user can correct it.
      if (!span) return { tab: 'absolute', from: range.from, until: range.to };
      return { tab: 'absolute', from: formatInstant(span.from, zone), until: formatInstant(span.to, zone) };
    }
    case 'keyword':
      return { tab: 'keyword', keyword: range.keyword };
    default:
      return defaultForm;
  }
}

/** Switches the tab (spec 2 §4). Absolute times are converted from the range; other tabs start with their defaults. */
export function convertForm(form: RangeForm, tab: RangeTab, setting: RangeSetting): RangeForm {
  if (form.tab === tab) return form;
  switch (tab) {
    case 'none':
      return { tab };
    case 'relative':
      return defaultForm;
    case 'keyword':
      return { tab, keyword: defaultKeyword };
    case 'absolute': {
      const { now: instant, zone } = setting;
      const span = previewOf(form, { ...setting, limit: undefined }) ?? {
        from: instant - defaultRelativeSeconds * 1000,
        to: instant,
      };
      return { tab, from: formatInstant(span.from, zone), until: formatInstant(span.to, zone) };
    }
  }
}

/** Returns the errors that prevent applying the form. A keyword that is not resolved yet has no error. */
export function errorsOf(form: RangeForm, setting: RangeSetting): RangeErrors {
  switch (form.tab) {
    case 'none':
      return {};
    case 'relative':
      return relativeErrors(form, setting);
    case 'absolute':
      return absoluteErrors(form, setting);
    case 'keyword':
      return keywordErrors(form.keyword, setting);
  }
}

function relativeErrors(
  { from, until }: RangeForm & { tab: 'relative' },
  { limit, now: instant }: RangeSetting,
): RangeErrors {
  const sideError = ({ open, value }: RelativeSide) => {
    if (open) return undefined;
    if (value === null || Number.isNaN(value)) return timeRangeTexts.empty;
    return value < 1 ? timeRangeTexts.tooSmall : undefined;
  };
  const fromError = sideError(from);
  const untilError = from.open ? undefined : sideError(until);
  if (fromError || untilError)
    return { ...(fromError ? { from: fromError } : {}), ...(untilError ? { until: untilError } : {}) };
  const earliest = earliestAllowed(limit, instant);
  const start = from.open ? 0 : instant - secondsOfSide(from) * 1000;
  if (earliest !== undefined && start < earliest) return { from: timeRangeTexts.rangeOutsideLimit };
  if (!from.open && !until.open && secondsOfSide(until) >= secondsOfSide(from))
    return { until: timeRangeTexts.untilBeforeFrom };
  return {};
}

function absoluteErrors(
  { from, until }: RangeForm & { tab: 'absolute' },
  { zone, limit, now: instant }: RangeSetting,
): RangeErrors {
  const start = parseInstant(from, zone);
  const end = parseInstant(until, zone);
  const earliest = earliestAllowed(limit, instant);
  const errors: { from?: string; until?: string } = {};
  if (start === undefined) errors.from = timeRangeTexts.format;
  else if (earliest !== undefined && start < earliest) errors.from = timeRangeTexts.dateOutsideLimit;
  if (end === undefined) errors.until = timeRangeTexts.format;
  else if (start !== undefined && end <= start) errors.until = timeRangeTexts.untilBeforeFrom;
  return errors;
}

function keywordErrors(keyword: string, { keyword: meaning, limit, now: instant }: RangeSetting): RangeErrors {
  if (keyword.trim() === '') return { keyword: timeRangeTexts.keywordEmpty };
  if (meaning === 'unknown') return { keyword: timeRangeTexts.keywordUnknown };
  const earliest = earliestAllowed(limit, instant);
  if (earliest !== undefined && meaning && meaning.from < earliest)
    return { keyword: timeRangeTexts.rangeOutsideLimit };
  return {};
}

export const hasErrors = (errors: RangeErrors): boolean => Object.keys(errors).length > 0;

function secondsOfSide({ value, unit }: RelativeSide): number {
  return secondsOf({ value: value ?? 0, unit });
}

/** Returns the time range for requests; undefined for the tab `none` and for a form with errors. */
export function rangeOf(form: RangeForm, setting: RangeSetting): TimeRange | undefined {
  if (hasErrors(errorsOf(form, setting))) return undefined;
  switch (form.tab) {
    case 'none':
      return undefined;
    case 'relative': {
      const { from, until } = form;
      if (from.open) return { type: 'relative', range: 0 };
      if (until.open) return { type: 'relative', from: secondsOfSide(from) };
      return { type: 'relative', from: secondsOfSide(from), to: secondsOfSide(until) };
    }
    case 'absolute': {
      const from = parseInstant(form.from, setting.zone);
      const to = parseInstant(form.until, setting.zone);
      if (from === undefined || to === undefined) return undefined;
      return { type: 'absolute', from: wireInstant(from), to: wireInstant(to) };
    }
    case 'keyword':
      return { type: 'keyword', keyword: form.keyword.trim(), timezone: setting.zone };
  }
}

/**
 * Returns the present start and end of the range in the form. Returns undefined while the range is invalid or not
 * resolved.
 */
export function previewOf(form: RangeForm, setting: RangeSetting): Span | undefined {
  if (form.tab === 'keyword') {
    return hasErrors(errorsOf(form, setting)) || setting.keyword === 'unknown' ? undefined : setting.keyword;
  }
  const range = rangeOf(form, setting);
  return range && spanOf(range, setting.now);
}
