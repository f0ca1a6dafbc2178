/**
 * Provides the names of months, weekdays, halves of the day and eras in a language, for formatting and parsing dates.
 */

export interface LocaleNames {
  readonly months: Names;
  readonly weekdays: Names;
  readonly halfdays: Names;
  readonly eras: Names;
}

/** Names of the values of a field, by index from 0; dates are formatted with `longs` and `shorts`. */
export interface Names {
  readonly longs: readonly string[];
  readonly shorts: readonly string[];
  /** Forms that a text may use, in lower case, longest first. */
  readonly readable: readonly (readonly [form: string, index: number])[];
}

/** Instants within the twelve months. */
const monthInstants = Array.from({ length: 12 }, (_, month) => Date.UTC(2021, month, 15, 12));
/** Instants within the seven weekdays, from Monday, 5 January 1970, on. */
const weekdayInstants = Array.from({ length: 7 }, (_, day) => Date.UTC(1970, 0, 5 + day, 12));

type Part = Intl.DateTimeFormatPartTypes;

function partOf(locale: string, options: Intl.DateTimeFormatOptions, type: Part): (instant: number) => string {
  const format = new Intl.DateTimeFormat(locale, {
    ...options,
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  });
  return (instant) => format.formatToParts(instant).find((part) => part.type === type)?.value ?? '';
}

const withoutDot = (name: string): string => name.replace(/\.$/, '');

/** Returns the names cut to three letters, as many senders write them; ambiguous ones are omitted. */
function cuts(longs: readonly string[]): string[] {
  const short = longs.map((name) => name.slice(0, 3));
  return short.map((cut) => (short.filter((one) => one === cut).length === 1 ? cut : ''));
}

function namesOf(longs: readonly string[], shorts: readonly string[], ...more: (readonly string[])[]): Names {
  const readable = new Map<string, number>();
  for (const list of [longs, shorts, ...more, longs.map(withoutDot), shorts.map(withoutDot)]) {
    list.forEach((name, index) => {
      const form = name.toLowerCase();
      if (form !== '' && !readable.has(form)) readable.set(form, index);
    });
  }
  return { longs, shorts, readable: [...readable].sort(([a], [b]) => b.length - a.length) };
}

function monthNames(locale: string): Names {
  const all = (options: Intl.DateTimeFormatOptions): string[] => monthInstants.map(partOf(locale, options, 'month'));
  // Languages with cases have different forms of a month with and without a day.
  const longs = all({ month: 'long', day: 'numeric' });
  const shorts = all({ month: 'short', day: 'numeric' });
  const alone = [all({ month: 'long' }), all({ month: 'short' })];
  // Some languages write the month beside a day as a number; then only the form without a day is a name.
  const isNamed = (names: readonly string[]): boolean => names.every((name) => !/^\d+$/.test(name));
  const long = isNamed(longs) ? longs : (alone[0] ?? longs);
  const short = isNamed(shorts) ? shorts : (alone[1] ?? shorts);
  return namesOf(long, short, ...alone.filter(isNamed), cuts(long));
}

function weekdayNames(locale: string): Names {
  const all = (weekday: 'long' | 'short'): string[] => weekdayInstants.map(partOf(locale, { weekday }, 'weekday'));
  const longs = all('long');
  return namesOf(longs, all('short'), cuts(longs));
}

function halfdayNames(locale: string): Names {
  const name = partOf(locale, { hour: 'numeric', hour12: true }, 'dayPeriod');
  const own = [name(Date.UTC(2021, 0, 1, 9)), name(Date.UTC(2021, 0, 1, 21))].map((text) => text.replace(/\s/g, ' '));
  const printed = own.every((text) => text !== '') && own[0] !== own[1] ? own : ['AM', 'PM'];
  return namesOf(printed, printed, ['AM', 'PM'], ['a.m.', 'p.m.']);
}

function eraNames(locale: string): Names {
  const name = partOf(locale, { era: 'short', year: 'numeric' }, 'era');
  const printed = [name(Date.UTC(-100, 0, 1)), name(Date.UTC(2021, 0, 1))];
  return namesOf(printed, printed, ['BC', 'AD'], ['BCE', 'CE']);
}

const known = new Map<string, LocaleNames>();
/** Largest number of cached locales, because rules may take locale tags from messages. */
const mostKnown = 200;

/**
 * Converts a tag in Java's notation (`de_DE`, `de-DE`) to its canonical form; undefined: the text is no language tag.
 */
export function localeTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-')).at(0);
  } catch {
    return undefined;
  }
}

/**
 * Returns the names of a language, or of the machine's default language if the names of the language are unknown.
 * @param locale canonical language tag
 */
export function localeNames(locale: string): LocaleNames {
  const found = known.get(locale);
  if (found) return found;
  if (known.size >= mostKnown) known.clear();
  const made = {
    months: monthNames(locale),
    weekdays: weekdayNames(locale),
    halfdays: halfdayNames(locale),
    eras: eraNames(locale),
  };
  known.set(locale, made);
  return made;
}
