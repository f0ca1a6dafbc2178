import { useCallback, useMemo } from 'react';
import { categoryData } from '../../../../machines/pivot/chart-data.js';
import { measureOf, scaleSpread } from '../../../../machines/pivot/own-scales.js';
import { axisTypeOf } from '../../../../machines/pivot/value-axis.js';
import { lazyPart } from '../../../kit/lazy-part.js';
import { CartesianChart, type CartesianKind, type PictureProps } from '../cartesian/cartesian-chart.js';
import { DrawnPicture } from '../cartesian/drawn-picture.js';
import { keyLabel, withMeanings } from '../series-style.js';
import type { VisualizationProps } from '../visualization.js';
import { barExtent, barModeOf, barsAbreast, barSeries, isStacked } from './bar-series.js';
import type { HorizontalBarsProps } from './horizontal-bars.js';
import { paintBars } from './paint-bars.js';
import { chartWords } from '../chart-words.js';

const HorizontalBars = lazyPart(() => import('./horizontal-bars.js'), 'HorizontalBars');

function BarPicture({ input, config, width, height }: PictureProps) {
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => paintBars(context, barSeries(input, barModeOf(config, input.data))),
    [input, config],
  );
  return <DrawnPicture input={input} width={width} height={height} paint={paint} />;
}

const bars: CartesianKind = {
  description: chartWords.kind.bar,
  extent: (data, config) => barExtent(data, barModeOf(config, data)),
  stacked: (data, config) => isStacked(barModeOf(config, data)),
  abreast: (data, config) => barsAbreast(data, barModeOf(config, data)),
  Picture: BarPicture,
};

/** Number of characters above which names are easier to read beside horizontal bars than below vertical bars. */
const longName = 16;
/**
 * Maximum number of names with horizontal bars; with more names the bars are vertical, because horizontal ones would
 * need long scrolling.
 */
const mostLying = 40;

/** Maximum number of names with which metrics of very different scales have horizontal bars. */
const mostOwnScales = 15;
/** Factor between the highest values of two metrics from which vertical bars with two axes are hard to compare. */
const farScale = 10;

/** Returns the data of horizontal bars and their scales; undefined when the bars are vertical. */
function lyingData({
  result,
  config,
  looks,
  zone,
}: Pick<VisualizationProps, 'result' | 'config' | 'looks' | 'zone'>):
  Pick<HorizontalBarsProps, 'data' | 'ownScales'> | undefined {
  const [first] = config.row_pivots;
  if (!first || first.type === 'time' || axisTypeOf(config) !== 'linear' || config.event_annotation) return undefined;
  const found = withMeanings(categoryData(result, config, keyLabel(zone)), config);
  const { axis, series } = found;
  if (axis.type !== 'category' || axis.labels.length > mostLying) return undefined;
  const mode = barModeOf(config, found);
  const isGrouped = mode === 'group' && config.column_pivots.length === 0;
  const spread = isGrouped ? scaleSpread(series, measureOf(looks, config)) : undefined;
  const isLong = axis.labels.some((label) => label.length > longName);
  const isFar = spread !== undefined && spread >= farScale && axis.labels.length <= mostOwnScales;
  if (!isLong && !isFar) return undefined;
  const ownScales = spread !== undefined;
  const isPositive = series.every(({ values }) => values.every((value) => value === null || value >= 0));
  return isPositive && (mode === 'stack' || mode === 'group') ? { data: { ...found, axis }, ownScales } : undefined;
}

/**
 * Renders a bar chart: grouped, stacked or overlaid. With long names or metrics of very different scale the bars are
 * horizontal, where `lyingData` permits it.
 */
export function BarChart(props: VisualizationProps) {
  const { result, config, looks, zone } = props;
  const lying = useMemo(() => lyingData({ result, config, looks, zone }), [result, config, looks, zone]);
  if (!lying) return <CartesianChart {...props} kind={bars} />;
  return <HorizontalBars {...props} {...lying} stacked={isStacked(barModeOf(config, lying.data))} />;
}
