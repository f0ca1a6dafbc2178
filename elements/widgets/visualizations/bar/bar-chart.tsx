import { BarChart as BarSeries } from 'echarts/charts';
import { CartesianChart, type CartesianKind } from '../cartesian/cartesian-chart.js';
import { register } from '../echarts.js';
import type { VisualizationProps } from '../visualization.js';
import { texts } from '../../texts.js';
import { barExtent, barModeOf, barSeries, isStacked } from './bar-series.js';

register([BarSeries]);

const bars: CartesianKind = {
  description: texts.chartKind.bar,
  extent: (data, config) => barExtent(data, barModeOf(config, data)),
  stacked: (data, config) => isStacked(barModeOf(config, data)),
  series: (input, config) => barSeries(input, barModeOf(config, input.data)),
};

/** Bars side by side, stacked or over one another. */
export function BarChart(props: VisualizationProps) {
  return <CartesianChart {...props} kind={bars} />;
}
