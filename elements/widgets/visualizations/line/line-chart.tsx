import { LineChart as LineSeries } from 'echarts/charts';
import { zeroFilled } from '../../../../machines/pivot/zero-filled.js';
import { CartesianChart, type CartesianKind } from '../cartesian/cartesian-chart.js';
import { libraryPicture } from '../cartesian/library-picture.js';
import { register } from '../echarts.js';
import type { VisualizationProps } from '../visualization.js';
import { interpolationOf, lineSeries, valuesExtent } from './line-series.js';
import { chartWords } from '../chart-words.js';

register([LineSeries]);

const kindOf = (description: string, filled: boolean): CartesianKind => ({
  description,
  filled: zeroFilled,
  extent: valuesExtent,
  Picture: libraryPicture((input, config) => lineSeries(input, { interpolation: interpolationOf(config), filled })),
});
const lines = kindOf(chartWords.kind.line, false);
const areas = kindOf(chartWords.kind.area, true);

export function LineChart(props: VisualizationProps) {
  return <CartesianChart {...props} kind={lines} />;
}

/** Renders a line chart whose area is filled down to zero. */
export function AreaChart(props: VisualizationProps) {
  return <CartesianChart {...props} kind={areas} />;
}
