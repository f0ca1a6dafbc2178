/** Default series colours by index; the same index is the same hue in both themes (tokens.json, themes.*.chart.series). */
import type { LevelName } from '../values/level.js';

const light = [
  ...['#4c76ee', '#c98300', '#088c8a', '#9f295c', '#6249ae', '#247945', '#0b9ed4', '#ba4f0f'],
  ...['#c463c1', '#757804', '#546787', '#ae3448', '#036a74', '#a57d00', '#719d71', '#795d8c'],
];
const dark = [
  ...['#7d95ef', '#f7af41', '#39b8b2', '#cd4a7e', '#7a67d2', '#85b778', '#5cd9fe', '#db7c40'],
  ...['#e7a8f7', '#869c15', '#707891', '#be5342', '#38a5ba', '#e5c36f', '#7b9a6f', '#8c77a4'],
];
export const seriesPalette = { light, dark } as const;

/** Colours of one theme as a canvas needs them: no custom properties. */
export interface ChartColors {
  readonly series: readonly string[];
  readonly level: Readonly<Record<LevelName, string>>;
  readonly grid: string;
  readonly axisLine: string;
  readonly axisLabel: string;
  readonly card: string;
  readonly mapLand: string;
  readonly mapBorder: string;
  readonly alerts: string;
  readonly font: string;
  /** px; larger on a wall display. */
  readonly axisFontSize: number;
  readonly lineWidth: number;
}

/**
 * Colour of each series: its level's, the one stored for its name, else the palette in order of appearance.
 * A single series that is no level takes the quiet blue of informational messages: a plain count is no alarm.
 * @param quiet false: a single one is coloured as the first of many (circles on a map have to stand out)
 */
export function seriesColors(
  series: readonly { readonly name: string; readonly level?: LevelName }[],
  colors: ChartColors,
  stored: readonly { field_name: string; chart_color: string }[] | undefined,
  quiet = true,
): string[] {
  const byName = new Map(stored?.map((one) => [one.field_name, one.chart_color]));
  let next = 0;
  return series.map(({ name, level }) => {
    const chosen = byName.get(name);
    if (chosen !== undefined) return chosen;
    if (level) return colors.level[level];
    if (series.length === 1 && quiet) return colors.level.informational;
    // The index is within the palette.
    return colors.series[next++ % colors.series.length]!;
  });
}
