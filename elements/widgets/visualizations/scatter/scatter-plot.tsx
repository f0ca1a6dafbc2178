import { ScatterChart as ScatterSeries } from 'echarts/charts';
import { texts } from '../../texts.js';
import { CartesianChart, type CartesianKind } from '../cartesian/cartesian-chart.js';
import { pointsOf, strengthOf } from '../cartesian/chart-option.js';
import { register } from '../echarts.js';
import { valuesExtent } from '../line/line-series.js';
import type { VisualizationProps } from '../visualization.js';

register([ScatterSeries]);

/** px */
const pointPx = 6;
/** From here on points are drawn in one stroke. */
const manyPoints = 5_000;

const points: CartesianKind = {
  description: texts.chartKind.scatter,
  extent: valuesExtent,
  series: (input) =>
    input.data.series.map((one, index) => ({
      type: 'scatter',
      name: one.name,
      data: pointsOf(input, one.values),
      symbolSize: pointPx,
      silent: true,
      ...(one.values.length > manyPoints && { large: true, largeThreshold: manyPoints }),
      itemStyle: { color: input.seriesColors[index], opacity: 0.85 * strengthOf(input, index) },
    })),
};

/** A point per value, not joined. */
export function ScatterPlot(props: VisualizationProps) {
  return <CartesianChart {...props} kind={points} />;
}
