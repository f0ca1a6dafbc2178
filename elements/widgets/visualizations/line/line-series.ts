/** Builds lines and areas as series of the chart library (spec 2 §3 "interpolation"). */
import { extentOf } from '../../../../machines/pivot/numbers.js';
import { gappedPoints, strengthOf, partialStrength, type ChartInput } from '../cartesian/chart-input.js';
import type { SeriesOption } from '../cartesian/chart-option.js';
import type { StyledData } from '../series-style.js';

export type Interpolation = 'linear' | 'step-after' | 'spline';

const areaOpacity = 0.16;
/** Maximum number of series that are separate lines of the chart library. */
const mostOwnLines = 100;
/** Diameter in px of the point that marks an isolated value. */
const symbolPx = 5;

/** Returns the stored interpolation, or `linear` without a valid one. */
export function interpolationOf(config: { visualization_config: Record<string, unknown> | null }): Interpolation {
  const stored = config.visualization_config?.['interpolation'];
  return stored === 'step-after' || stored === 'spline' ? stored : 'linear';
}

/** Returns the extent of the individual values, because lines are not stacked. */
export function valuesExtent({ series }: StyledData): ReturnType<typeof extentOf> {
  return extentOf(
    (function* values() {
      for (const one of series) yield* one.values;
    })(),
  );
}

/**
 * Returns a line for each series, or, with more than `mostOwnLines` series, for each colour. Lines are interrupted at
 * missing values; only isolated values are drawn as points. The segments from and to a partial bucket are faint and dashed.
 * @param filled true fills the area between line and zero
 */
export function lineSeries(
  input: ChartInput,
  { interpolation, filled }: { readonly interpolation: Interpolation; readonly filled: boolean },
): SeriesOption[] {
  const { data, axis, seriesColors, colors, plot } = input;
  // A step holds its value from the start of its bucket.
  const at = interpolation === 'step-after' ? 0 : 0.5;
  const lines = data.series.flatMap(({ name, values }, index) =>
    withFaintEnds(
      { name, points: gappedPoints(input, values, at), color: seriesColors[index], strength: strengthOf(input, index) },
      data.axis,
    ),
  );
  return (data.series.length > mostOwnLines ? mergedByColor(lines) : lines).map(
    ({ name, points, color, strength, faint }) => {
      const hasGaps = points.some(([, value]) => value === null);
      return {
        type: 'line',
        name,
        data: points,
        ...(interpolation === 'step-after' && { step: 'end' }),
        ...(interpolation === 'spline' && { smooth: 0.35, smoothMonotone: 'x' }),
        // With many more points than pixels, downsampling keeps the points that determine the shape of the line.
        ...(points.length > plot.width * 2 && !hasGaps && data.series.length <= mostOwnLines && { sampling: 'lttb' }),
        connectNulls: false,
        ...lonelyPoints(points),
        symbol: 'circle',
        silent: true,
        lineStyle: { width: colors.lineWidth, color, opacity: strength, ...(faint && { type: 'dashed' }) },
        itemStyle: { color, opacity: strength },
        ...(filled && {
          areaStyle: { color, opacity: areaOpacity * strength, origin: axis.type === 'logarithmic' ? 'start' : 'auto' },
        }),
      };
    },
  );
}

type Point = readonly (number | null)[];

/** Returns the option that draws isolated values between gaps as points, because no line leads to them. */
function lonelyPoints(points: readonly Point[]): SeriesOption {
  const isLonely = points.map(
    ([, value], index) => value !== null && points[index - 1]?.[1] == null && points[index + 1]?.[1] == null,
  );
  if (!isLonely.includes(true)) return { showSymbol: false, symbolSize: symbolPx };
  if (!isLonely.includes(false)) return { showSymbol: true, symbolSize: symbolPx };
  return {
    showSymbol: true,
    showAllSymbol: true,
    symbolSize: (_value: unknown, { dataIndex }: { readonly dataIndex: number }) =>
      isLonely[dataIndex] ? symbolPx : 0,
  };
}

/** Splits the line at its segments from and to a partial bucket; a line without such a segment stays whole. */
function withFaintEnds(line: Line, axis: StyledData['axis']): readonly Line[] {
  if (axis.type === 'category') return [line];
  const { points, strength } = line;
  const faint = { strength: strength * partialStrength, faint: true };
  const isFaint = (at: 0 | -1): boolean =>
    axis.buckets.at(at)?.partial === true && points.length > 1 && points.at(at)?.[1] != null;
  const [first, end] = [isFaint(0) ? 1 : 0, points.length - (isFaint(-1) ? 1 : 0)];
  return [
    // A middle of a single point would be drawn as an isolated value, although the faint segments lead to it.
    ...(end - first > 1 || end - first === points.length ? [{ ...line, points: points.slice(first, end) }] : []),
    ...(first > 0 ? [{ ...line, ...faint, points: points.slice(0, 2) }] : []),
    ...(end < points.length && !(first > 0 && points.length === 2)
      ? [{ ...line, ...faint, points: points.slice(-2) }]
      : []),
  ];
}

interface Line {
  readonly name: string;
  readonly points: readonly Point[];
  readonly color: string | undefined;
  readonly strength: number;
  /** True for the segment from or to a partial bucket. */
  readonly faint?: boolean;
}

/**
 * Merges the lines of each colour into a single line with gaps, and the faint ones into another. It is used if there
 * are very many lines: each separate line costs the chart library a millisecond, so a thousand lines would block the
 * page.
 */
function mergedByColor(lines: readonly Line[]): readonly Line[] {
  const merged = new Map<string, Line & { readonly points: Point[] }>();
  for (const line of lines) {
    const { color, points, faint = false } = line;
    const key = `${color} ${faint}`;
    const known = merged.get(key);
    if (known) known.points.push([points[0]?.[0] ?? null, null], ...points);
    else merged.set(key, { ...line, name: '', points: [...points] });
  }
  return [...merged.values()];
}
