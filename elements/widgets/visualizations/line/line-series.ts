/** Lines and areas as series of the chart library (spec 2 §3 "interpolation"). */
import { extentOf } from '../../../../machines/pivot/numbers.js';
import { pointsOf, strengthOf, type ChartOptionInput, type SeriesOption } from '../cartesian/chart-option.js';
import type { StyledData } from '../series-style.js';

export type Interpolation = 'linear' | 'step-after' | 'spline';

const areaOpacity = 0.16;
/** px of a point that stands alone or on a sparse line. */
const symbolPx = 5;

/** The stored interpolation, else linear. */
export function interpolationOf(config: { visualization_config: Record<string, unknown> | null }): Interpolation {
  const stored = config.visualization_config?.['interpolation'];
  return stored === 'step-after' || stored === 'spline' ? stored : 'linear';
}

/** How far single values reach; nothing is stacked. */
export function valuesExtent({ series }: StyledData): ReturnType<typeof extentOf> {
  return extentOf(
    (function* values() {
      for (const one of series) yield* one.values;
    })(),
  );
}

/** One line per series; without a point until hovered, but a lonely value has one. `filled` down to zero. */
export function lineSeries(
  input: ChartOptionInput,
  { interpolation, filled }: { readonly interpolation: Interpolation; readonly filled: boolean },
): SeriesOption[] {
  const { data, axis, seriesColors, colors, plot } = input;
  // A step holds its value from the start of its bucket on.
  const at = interpolation === 'step-after' ? 0 : 0.5;
  return data.series.map((one, index) => {
    const points = pointsOf(input, one.values, at);
    const strength = strengthOf(input, index);
    return {
      type: 'line',
      name: one.name,
      data: points,
      ...(interpolation === 'step-after' && { step: 'end' }),
      ...(interpolation === 'spline' && { smooth: 0.35, smoothMonotone: 'x' }),
      // More points than pixels: those that make the shape stay.
      ...(points.length > plot.width * 2 && { sampling: 'lttb' }),
      showSymbol: points.length === 1,
      symbol: 'circle',
      symbolSize: symbolPx,
      silent: true,
      lineStyle: { width: colors.lineWidth, color: seriesColors[index], opacity: strength },
      itemStyle: { color: seriesColors[index], opacity: strength },
      ...(filled && {
        areaStyle: {
          color: seriesColors[index],
          opacity: areaOpacity * strength,
          origin: axis.type === 'logarithmic' ? 'start' : 'auto',
        },
      }),
    };
  });
}
