import { useCallback } from 'react';
import { texts } from '../../texts.js';
import { CartesianChart, type CartesianKind, type PictureProps } from '../cartesian/cartesian-chart.js';
import { DrawnPicture } from '../cartesian/drawn-picture.js';
import type { VisualizationProps } from '../visualization.js';
import { barExtent, barModeOf, barSeries, isStacked } from './bar-series.js';
import { paintBars } from './paint-bars.js';

function BarPicture({ input, config, width, height }: PictureProps) {
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => paintBars(context, barSeries(input, barModeOf(config, input.data))),
    [input, config],
  );
  return <DrawnPicture input={input} width={width} height={height} paint={paint} />;
}

const bars: CartesianKind = {
  description: texts.chartKind.bar,
  extent: (data, config) => barExtent(data, barModeOf(config, data)),
  stacked: (data, config) => isStacked(barModeOf(config, data)),
  Picture: BarPicture,
};

/** Bars side by side, stacked or over one another. */
export function BarChart(props: VisualizationProps) {
  return <CartesianChart {...props} kind={bars} />;
}
