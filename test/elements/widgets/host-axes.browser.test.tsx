/** Tests that charts and heatmaps of the chart library cut the names of hosts along an axis at their end. */
import { expect } from '@open-wc/testing';
import { chartOption } from '../../../elements/widgets/visualizations/cartesian/chart-option.js';
import { plotArea } from '../../../elements/widgets/visualizations/cartesian/plot.js';
import { heatmapOption } from '../../../elements/widgets/visualizations/heatmap/heatmap-option.js';
import type { ChartColors } from '../../../elements/widgets/visualizations/series-palette.js';
import { keyLabel } from '../../../elements/widgets/visualizations/series-style.js';
import { categoryData } from '../../../machines/pivot/chart-data.js';
import { heatMatrix } from '../../../machines/pivot/heat-matrix.js';
import { aggregation, byValues, leaf, pivot } from '../../machines/pivot/results.js';
import { untyped } from '../../untyped.js';

const name = 'web-01-production-cluster-berlin';
const colors = untyped<ChartColors>({ axisFontSize: 12, font: 'sans-serif' });
const value = { type: 'linear', min: 0, max: 10, step: 5 } as const;
const plot = plotArea(140, 200, value, 12);
interface Labels {
  readonly axisLabel: { readonly formatter: (name: string, index: number) => string };
}
const shownBy = ({ axisLabel }: Labels) => axisLabel.formatter(name, 0);

const atEnd = /^web-01.*…$/;
const inMiddle = /^web.*….*n$/;

it('an axis of hosts cuts the end of their names, another axis the middle', () => {
  for (const [field, expected] of [
    ['source', atEnd],
    ['resource', inMiddle],
  ] as const) {
    const config = aggregation({ row_pivots: [byValues(field)] });
    const data = categoryData(pivot(leaf([name], [['count()'], 1])), config, keyLabel('UTC'));
    const option = chartOption({ data, axis: value, plot, zone: 'UTC', colors, seriesColors: [] }, []);
    expect(shownBy(untyped<Labels>(option['xAxis']))).to.match(expected);
  }
});

it('rows and columns of a heatmap are cut by their own field', () => {
  const config = aggregation({ row_pivots: [byValues('host')], column_pivots: [byValues('resource')] });
  const { axis, series } = categoryData(pivot(leaf([name], [[name, 'count()'], 1])), config, keyLabel('UTC'));
  const matrix = heatMatrix({ axis, series }, config);
  const of = (field: string) => {
    const columnFields = [{ field, kind: 'values' }] as const;
    const input = { matrix, columnFields, plot: { ...plot, left: 110 }, colors, scale: 'Viridis', reverse: false };
    return heatmapOption(input);
  };
  expect(shownBy(untyped<Labels>(of('resource')['yAxis']))).to.match(atEnd);
  expect(shownBy(untyped<Labels>(of('resource')['xAxis']))).to.match(inMiddle);
  expect(shownBy(untyped<Labels>(of('source_host')['xAxis']))).to.match(atEnd);
});
