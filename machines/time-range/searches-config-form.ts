/**
 * The form of the configuration of searches: limit, presets and refresh intervals (screens/administration.md B1;
 * contract search K1). The functions are pure.
 */
import type { SearchesConfig } from '../../api/contract/cluster-config.js';
import { durationMs, parseDuration } from '../../api/duration.js';

/** A row in a list of options: a period with its label. */
export interface OptionRow {
  /** Identifies the row in the form while the user edits its texts. */
  readonly id: number;
  /** Text in the input for the period. */
  readonly period: string;
  readonly label: string;
}

export const optionLists = ['relative', 'surrounding', 'refresh'] as const;
export type OptionList = (typeof optionLists)[number];

export interface SearchesConfigForm extends Readonly<Record<OptionList, readonly OptionRow[]>> {
  readonly limited: boolean;
  readonly limit: string;
  readonly defaultRefresh: string;
  /** Names of fields, separated by commas. */
  readonly filterFields: string;
  readonly disabledFields: string;
  /** True allows searches such as `*foo`; absent when the server has this setting in its configuration file. */
  readonly leadingWildcards?: boolean;
}

export interface SearchesConfigErrors extends Readonly<Record<OptionList, Readonly<Record<number, string>>>> {
  readonly limit?: string;
  readonly noRefresh?: string;
  readonly filterFields?: string;
  readonly disabledFields?: string;
}

export const searchesConfigTexts = {
  invalid: 'invalid',
  required: 'Field is required.',
  twice: 'There is an option of this duration already.',
  refreshTooShort: 'Must be at least one second.',
  noRefresh: 'At least one interval is needed.',
} as const;

const noLimit = 'PT0S';
/** Limit with which the form starts when the user switches the limit on: 30 days. */
const firstLimit = 'P30D';

/** ISO 8601 designators by the first three letters of a unit; `isTime` designators are written after the T. */
const designators: Readonly<Record<string, readonly [isTime: boolean, designator: string]>> = {
  yea: [false, 'Y'],
  mon: [false, 'M'],
  wee: [false, 'W'],
  day: [false, 'D'],
  hou: [true, 'H'],
  min: [true, 'M'],
  sec: [true, 'S'],
};
const designatorOrder = ['Y', 'M', 'W', 'D', 'H', 'M', 'S'];
const amountInWords = /(\d+)\s*(years?|months?|weeks?|days?|hours?|min(?:ute)?s?|sec(?:ond)?s?)(?![a-z])/gi;

/**
 * Tells whether a text is a period in words such as `5 min`, or the beginning of one. A single letter after the number,
 * as in `5m`, is an ISO 8601 designator.
 */
export const isPeriodInWords = (text: string): boolean => /^\s*\d+(\s|\s*[a-z]{2})/i.test(text);

/**
 * Converts a period in words: `1 hour 30 minutes` becomes `PT1H30M`. Returns undefined for any other text, and when
 * units are repeated or not in descending order.
 */
function periodOfWords(text: string): string | undefined {
  const parts = [...text.matchAll(amountInWords)].map(([, amount = '', unit = '']) => {
    const [isTime = false, designator = ''] = designators[unit.slice(0, 3).toLowerCase()] ?? [];
    return { amount, isTime, designator, place: designatorOrder.indexOf(designator, isTime ? 4 : 0) };
  });
  const isWhole =
    text
      .replace(amountInWords, '')
      .replace(/,|\band\b/gi, '')
      .trim() === '';
  const inOrder = parts.every(({ place }, index) => index === 0 || place > (parts[index - 1]?.place ?? 0));
  if (parts.length === 0 || !isWhole || !inOrder) return undefined;
  const written = (time: boolean): string =>
    parts
      .filter(({ isTime }) => isTime === time)
      .map(({ amount, designator }) => amount + designator)
      .join('');
  return `P${written(false)}${written(true) && `T${written(true)}`}`;
}

/**
 * Normalises a period that the user has typed: `15m` becomes `P15M`, with capital letters and the leading P (spec 1 §5
 * "ISO duration input"). Periods in words are converted too: `5 minutes` becomes `PT5M`.
 */
export function normalPeriod(text: string): string {
  const words = periodOfWords(text);
  if (words !== undefined) return words;
  const upper = text.trim().toUpperCase();
  return upper === '' || upper.startsWith('P') ? upper : `P${upper}`;
}

const unitsOf = (months: number, seconds: number): readonly (readonly [amount: number, unit: string])[] => [
  [Math.floor(months / 12), 'year'],
  [months % 12, 'month'],
  [Math.floor(seconds / 86_400), 'day'],
  [Math.floor((seconds % 86_400) / 3600), 'hour'],
  [Math.floor((seconds % 3600) / 60), 'minute'],
  [seconds % 60, 'second'],
];

/** Formats a period in words: `P1DT2H` becomes `1 day 2 hours`; returns undefined when the text is no period. */
export function periodText(text: string): string | undefined {
  const duration = parseDuration(normalPeriod(text));
  if (!duration) return undefined;
  const parts = unitsOf(duration.months, duration.seconds)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}${amount === 1 ? '' : 's'}`);
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
}

const rowsOf = (options: Readonly<Record<string, string>>): readonly OptionRow[] =>
  Object.entries(options).map(([period, label], id) => ({ id, period, label }));

export function formOfConfig(config: SearchesConfig): SearchesConfigForm {
  return {
    limited: lengthOf(config.query_time_range_limit) !== 0,
    limit: config.query_time_range_limit,
    relative: rowsOf(config.relative_timerange_options),
    surrounding: rowsOf(config.surrounding_timerange_options),
    refresh: rowsOf(config.auto_refresh_timerange_options),
    defaultRefresh: config.default_auto_refresh_option,
    filterFields: config.surrounding_filter_fields.join(', '),
    disabledFields: config.analysis_disabled_fields.join(', '),
    ...(config.allow_leading_wildcard_searches !== undefined && {
      leadingWildcards: config.allow_leading_wildcard_searches,
    }),
  };
}

/** Switches the limit on or off. A limit without a length starts with 30 days. */
export function withLimit(form: SearchesConfigForm, limited: boolean): SearchesConfigForm {
  return { ...form, limited, limit: limited && lengthOf(form.limit) === 0 ? firstLimit : form.limit };
}

export function withOptionAdded(form: SearchesConfigForm, list: OptionList): SearchesConfigForm {
  const id = Math.max(-1, ...form[list].map((row) => row.id)) + 1;
  return { ...form, [list]: [...form[list], { id, period: '', label: '' }] };
}

export function withOption(form: SearchesConfigForm, list: OptionList, row: OptionRow): SearchesConfigForm {
  return { ...form, [list]: form[list].map((other) => (other.id === row.id ? row : other)) };
}

export function withoutOption(form: SearchesConfigForm, list: OptionList, id: number): SearchesConfigForm {
  return { ...form, [list]: form[list].filter((row) => row.id !== id) };
}

/** Returns the length of a period in ms; a month counts as 30 days. Returns undefined when the text is no period. */
function lengthOf(text: string): number | undefined {
  return durationMs(normalPeriod(text));
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function rowError(list: OptionList, row: OptionRow, rows: readonly OptionRow[]): string | undefined {
  const length = lengthOf(row.period);
  // Among the relative presets a period of zero means all time.
  const allTime = list === 'relative' && normalPeriod(row.period) === noLimit;
  if (length === undefined || (length < 1 && !allTime)) return searchesConfigTexts.invalid;
  if (list === 'refresh' && length < 1000) return searchesConfigTexts.refreshTooShort;
  if (row.label.trim() === '') return searchesConfigTexts.required;
  const same = rows.findIndex(({ period }) => normalPeriod(period) === normalPeriod(row.period));
  return rows[same]?.id === row.id ? undefined : searchesConfigTexts.twice;
}

export function errorsOfConfig(form: SearchesConfigForm): SearchesConfigErrors {
  const errorsOf = (list: OptionList): Readonly<Record<number, string>> =>
    Object.fromEntries(
      form[list].flatMap((row) => {
        const error = rowError(list, row, form[list]);
        return error === undefined ? [] : [[row.id, error]];
      }),
    );
  return {
    relative: errorsOf('relative'),
    surrounding: errorsOf('surrounding'),
    refresh: errorsOf('refresh'),
    ...(form.limited && (lengthOf(form.limit) ?? 0) < 1 && { limit: searchesConfigTexts.invalid }),
    ...(form.refresh.length === 0 && { noRefresh: searchesConfigTexts.noRefresh }),
    ...(listOf(form.filterFields).length === 0 && { filterFields: searchesConfigTexts.required }),
    ...(listOf(form.disabledFields).length === 0 && { disabledFields: searchesConfigTexts.required }),
  };
}

/**
 * Returns one error per invalid field. For a list it is the error of the whole list, otherwise the error of the first
 * invalid row.
 */
export function fieldErrorsOfConfig(
  form: SearchesConfigForm,
): Readonly<Partial<Record<keyof SearchesConfigForm, string>>> {
  const { noRefresh, relative, surrounding, refresh, ...others } = errorsOfConfig(form);
  const lists = {
    relative: rowsError(relative),
    surrounding: rowsError(surrounding),
    refresh: noRefresh ?? rowsError(refresh),
  };
  return { ...others, ...Object.fromEntries(Object.entries(lists).filter(([, error]) => error !== undefined)) };
}

const rowsError = (errors: Readonly<Record<number, string>>): string | undefined => Object.values(errors)[0];

/** Returns the default refresh interval; if the stored default is no longer an option it is the first option. */
export function defaultRefreshOf({ refresh, defaultRefresh }: SearchesConfigForm): string {
  const periods = refresh.map(({ period }) => normalPeriod(period));
  return periods.includes(defaultRefresh) ? defaultRefresh : (periods[0] ?? '');
}

/** Builds the configuration to store from a form without errors. */
export function configOfForm(form: SearchesConfigForm): Partial<SearchesConfig> {
  const optionsOf = (rows: readonly OptionRow[]): Record<string, string> =>
    Object.fromEntries(rows.map(({ period, label }) => [normalPeriod(period), label.trim()]));
  return {
    query_time_range_limit: form.limited ? normalPeriod(form.limit) : noLimit,
    relative_timerange_options: optionsOf(form.relative),
    surrounding_timerange_options: optionsOf(form.surrounding),
    auto_refresh_timerange_options: optionsOf(form.refresh),
    default_auto_refresh_option: defaultRefreshOf(form),
    surrounding_filter_fields: listOf(form.filterFields),
    analysis_disabled_fields: listOf(form.disabledFields),
    ...(form.leadingWildcards !== undefined && { allow_leading_wildcard_searches: form.leadingWildcards }),
  };
}
