import { ScatterChart as ScatterSeries } from 'echarts/charts';
import { CartesianChart, type CartesianKind } from '../cartesian/cartesian-chart.js';
import { pointsOf, strengthOf, partialStrength, type ChartInput } from '../cartesian/chart-input.js';
import { libraryPicture } from '../cartesian/library-picture.js';
import { register } from '../echarts.js';
import { valuesExtent } from '../line/line-series.js';
import type { VisualizationProps } from '../visualization.js';
import { chartWords } from '../chart-words.js';

register([ScatterSeries]);

/** Size of a point in px. */
const pointPx = 6;
/** Number of points of a series above which they are drawn as a single path. */
const manyPoints = 2_000;

/** Maximum number of series that are separate series of the chart library. */
const mostOwnSeries = 100;

const pointOpacity = 0.85;

const points: CartesianKind = {
  description: chartWords.kind.scatter,
  extent: valuesExtent,
  Picture: libraryPicture((input) =>
    pointSeries(input).map(({ name, data, color, strength }) => ({
      type: 'scatter',
      name,
      data: withFaintEnds(input, data, strength),
      symbolSize: pointPx,
      silent: true,
      ...(data.length > manyPoints && { large: true, largeThreshold: manyPoints }),
      itemStyle: { color, opacity: pointOpacity * strength },
    })),
  ),
};

/**
 * Returns the points. Points of a partial bucket get less opacity. More than `manyPoints` points stay unchanged,
 * because they are drawn as a single path.
 */
function withFaintEnds(
  { data: { axis } }: ChartInput,
  points: PointSeries['data'],
  strength: number,
): readonly unknown[] {
  const partial = axis.type === 'time' ? axis.buckets.filter((bucket) => bucket.partial) : [];
  if (partial.length === 0 || points.length > manyPoints) return points;
  const itemStyle = { opacity: pointOpacity * strength * partialStrength };
  return points.map((point) =>
    partial.some(({ start, end }) => point[0] >= start && point[0] < end) ? { value: point, itemStyle } : point,
  );
}

interface PointSeries {
  readonly name: string;
  readonly data: readonly (readonly [number, number])[];
  readonly color: string | undefined;
  readonly strength: number;
}

/**
 * Returns the points of each series, or, if there are very many series, the points of each colour, because each series
 * costs the chart library a millisecond.
 */
function pointSeries(input: ChartInput): readonly PointSeries[] {
  const { series } = input.data;
  if (series.length <= mostOwnSeries) {
    return series.map(({ name, values }, index) => ({
      name,
      data: pointsOf(input, values),
      color: input.seriesColors[index],
      strength: strengthOf(input, index),
    }));
  }
  const merged = new Map<string | undefined, [number, number][]>();
  series.forEach(({ values }, index) => {
    const color = input.seriesColors[index];
    const known = merged.get(color) ?? [];
    for (const point of pointsOf(input, values)) known.push(point);
    merged.set(color, known);
  });
  return [...merged].map(([color, data]) => ({ name: '', data, color, strength: 1 }));
}

/** Renders a scatter plot: each value is a point, without lines. */
export function ScatterPlot(props: VisualizationProps) {
  return <CartesianChart {...props} kind={points} />;
}
