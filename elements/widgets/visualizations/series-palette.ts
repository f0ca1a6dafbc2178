/**
 * Default series colours by palette index; an index has the same hue in both themes (tokens.json,
 * themes.*.chart.series).
 */
import { isRestKey } from '../../../machines/pivot/rest-of-values.js';
import { emptyValueKey } from '../../../machines/pivot/keys.js';
import type { LevelName } from '../values/level.js';
import { rememberedPlaces, type PlaceMemory } from './color-places.js';

const light = [
  ...['#4c76ee', '#c98300', '#088c8a', '#9f295c', '#6249ae', '#247945', '#0b9ed4', '#ba4f0f'],
  ...['#c463c1', '#757804', '#546787', '#ae3448', '#036a74', '#a57d00', '#719d71', '#795d8c'],
];
const dark = [
  ...['#7d95ef', '#f7af41', '#39b8b2', '#cd4a7e', '#7a67d2', '#85b778', '#5cd9fe', '#db7c40'],
  ...['#e7a8f7', '#869c15', '#707891', '#be5342', '#38a5ba', '#e5c36f', '#7b9a6f', '#8c77a4'],
];
export const seriesPalette = { light, dark } as const;

/** Number of colours at the start of the palette that differ visibly; each further colour looks like one of them. */
export const distinctColors = 11;

/**
 * Colours of HTTP status codes by their first digit: grey, green, blue, amber and red, each in shades for several codes
 * (taken from the palettes that users pick from, with a contrast of at least 3:1 to the card).
 */
export const statusPalette = {
  light: {
    1: ['#7b808a', '#5f636c', '#44484f'],
    2: ['#2f965b', '#05736b', '#53933a', '#01948a', '#087741', '#38741f'],
    3: ['#3980da', '#026b98', '#6873e1', '#068ac2', '#1e62b5', '#4e55ba'],
    4: ['#bc8d15', '#905203', '#875e46', '#b86a07', '#977006', '#68432d'],
    5: ['#db4241', '#ab2563', '#880a16', '#d14380', '#b32228', '#810f47'],
  },
  dark: {
    1: ['#9da2aa', '#7b808a', '#c8cbd0'],
    2: ['#65b681', '#01948a', '#7bb368', '#56b4aa', '#2f965b', '#aad8b8'],
    3: ['#67a3f3', '#068ac2', '#8a98f9', '#53acde', '#3980da', '#bcc7ff'],
    4: ['#e3b349', '#b86a07', '#a8836d', '#de8c39', '#c18f00', '#f7daa3'],
    5: ['#f7736c', '#d14380', '#db4241', '#ee72a1', '#ffb5ae', '#fdb2ca'],
  },
} as const;

/** Colours of a theme in the form that a canvas needs, that is, without CSS custom properties. */
export interface ChartColors {
  readonly series: readonly string[];
  /** Colour of a single metric without column groups: a muted blue, or the first colour of the page's palette. */
  readonly single: string;
  readonly level: Readonly<Record<LevelName, string>>;
  /** Colour of series without a level, in a chart of levels. */
  readonly unknown: string;
  /** Shades of a status class by its first digit. */
  readonly status: Readonly<Record<number, readonly string[]>>;
  readonly grid: string;
  readonly axisLine: string;
  readonly axisLabel: string;
  readonly card: string;
  readonly mapLand: string;
  readonly mapBorder: string;
  readonly alerts: string;
  readonly font: string;
  /** Font size of axis labels in px, larger on a wall display. */
  readonly axisFontSize: number;
  readonly lineWidth: number;
}

/** Facts about a series that determine its colour. */
export interface ColoredSeries {
  readonly name: string;
  /** Name by which its chosen colour is stored; absent: its name. */
  readonly colorName?: string | undefined;
  /** Keys of the column groups; empty for a metric without column groups. */
  readonly keys?: readonly string[] | undefined;
  readonly level?: LevelName | undefined;
  /** HTTP status code. */
  readonly status?: number | undefined;
  /** True for the series that sums up all omitted values. */
  readonly isRest?: boolean | undefined;
}

/**
 * Returns the colour of each series, the first that applies:
 *
 * - the colour stored for its name
 * - the colour of its level
 * - grey for the series of omitted values, and for an empty value among levels
 * - a muted colour (`single`) for a single metric without column groups, because a plain count is no alarm
 * - a shade of its status class
 * - a palette colour derived from its name (`color-places.ts`), so that its values never decide its colour
 *
 * @param quiet false gives a single metric a palette colour, for circles on a map, which must stand out
 * @param memory palette indices that the chart has given to names before; a name keeps its index when other names join
 * or leave
 */
export function seriesColors(
  series: readonly ColoredSeries[],
  colors: ChartColors,
  stored: readonly { field_name: string; chart_color: string }[] | undefined,
  quiet = true,
  memory: PlaceMemory = new Map(),
): string[] {
  const byName = new Map(stored?.map((one) => [one.field_name, one.chart_color]));
  const byStatus = statusColors(series, colors, memory);
  // Names with a stored colour keep their palette index reserved, so that choosing one colour changes no other.
  const plain = series.filter((one) => one.level === undefined && one.status === undefined && !isRest(one));
  const names = plain.map(colorNameOf);
  const places = rememberedPlaces(memory, 'series', names, colors.series.length, { distinct: distinctColors });
  const graded = series.some(({ level }) => level !== undefined);
  return series.map((one) => {
    const { level, isRest: rest, keys = [] } = one;
    const name = colorNameOf(one);
    const chosen = byName.get(name);
    if (chosen !== undefined) return chosen;
    if (level) return colors.level[level];
    if (isRest({ isRest: rest, keys })) return colors.unknown;
    if (graded && (keys.length === 0 ? name : keys.join()) === emptyValueKey) return colors.unknown;
    if (series.length === 1 && quiet && keys.length === 0) return colors.single;
    return byStatus.get(name) ?? colors.series[places.get(name) ?? 0] ?? '';
  });
}

const colorNameOf = ({ name, colorName = name }: ColoredSeries): string => colorName;

const isRest = ({ isRest: rest, keys = [] }: Pick<ColoredSeries, 'isRest' | 'keys'>): boolean =>
  rest === true || isRestKey(keys[0]);

/**
 * Returns shades for the status codes by series name. The preferred shade of a code follows from its last two digits,
 * so that 200, 400 and 500 prefer the first shade of their classes.
 */
function statusColors(
  series: readonly ColoredSeries[],
  { status: shades }: ChartColors,
  memory: PlaceMemory,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const codes = new Map(
    series.flatMap((one) => (one.status === undefined ? [] : [[colorNameOf(one), one.status] as const])),
  );
  for (const [first, ofClass] of Object.entries(shades)) {
    const names = [...codes].filter(([, code]) => Math.floor(code / 100) === Number(first)).map(([name]) => name);
    const homeOf = (name: string): number => (codes.get(name) ?? 0) % 100;
    const places = rememberedPlaces(memory, `status ${first}`, names, ofClass.length, { homeOf });
    for (const [name, place] of places) found.set(name, ofClass[place] ?? '');
  }
  return found;
}
