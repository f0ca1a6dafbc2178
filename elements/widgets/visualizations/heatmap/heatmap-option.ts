/** Builds the chart library's option for a matrix. The functions are pure. */
import type { EChartsCoreOption } from 'echarts/core';
import { heatPosition, type HeatMatrix } from '../../../../machines/pivot/heat-matrix.js';
import type { PivotField } from '../../../../machines/pivot/keys.js';
import { colorAt } from '../../../kit/color-scales.js';
import { cutToWidth, endOfNames } from '../cut-text.js';
import { shortLabels } from '../category-texts.js';
import type { PlotArea } from '../cartesian/plot.js';
import type { ChartColors } from '../series-palette.js';

const gapPx = 1;
/** Number of colours between which the library interpolates; it is enough for scales with uneven stops. */
const colorSteps = 64;

export interface HeatmapOptionInput {
  readonly matrix: HeatMatrix;
  /** Fields of the names of the columns. */
  readonly columnFields: readonly PivotField[];
  readonly plot: PlotArea;
  readonly colors: ChartColors;
  readonly scale: string;
  readonly reverse: boolean;
}

/** Returns the displayed colour at a position from 0 to 1 of the scale. */
export function shownColor(scale: string, reverse: boolean, position: number): string {
  return colorAt(scale, reverse ? 1 - position : position);
}

export function heatmapOption(input: HeatmapOptionInput): EChartsCoreOption {
  const { matrix, columnFields, plot, colors, scale, reverse } = input;
  const label = { color: colors.axisLabel, fontSize: colors.axisFontSize, fontFamily: colors.font };
  const cut = cutToWidth(`${label.fontSize}px ${label.fontFamily}`);
  const within = (width: number, fields: readonly PivotField[]) => (name: string) =>
    cut(name, width, endOfNames(fields));
  const quiet = { axisTick: { show: false }, axisLine: { show: false }, splitLine: { show: false } };
  const columns = shortLabels(matrix.columns.map(({ name }) => name));
  const rows = shortLabels(matrix.rows.labels);
  const columnPx = plot.width / Math.max(1, columns.length);
  // The average length of the names determines the label width, so a single long name such as "(Empty Value)" is cut.
  const usual = columns.reduce((sum, text) => sum + text.length, 0) / Math.max(1, columns.length);
  const wanted = Math.min(90, usual * colors.axisFontSize * 0.65 + 10);
  const every = Math.max(1, Math.ceil(wanted / columnPx));
  const everyRow = Math.max(1, Math.ceil((colors.axisFontSize + 4) / (plot.height / Math.max(1, rows.length))));
  const small = columnPx < 4 || plot.height / Math.max(1, rows.length) < 4;
  return {
    animation: false,
    grid: { left: plot.left, top: plot.top, width: plot.width, height: plot.height, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category',
      data: columns,
      ...quiet,
      axisLabel: { ...label, interval: every - 1, formatter: within(columnPx * every - 4, columnFields), margin: 6 },
    },
    yAxis: {
      type: 'category',
      data: rows,
      inverse: true,
      ...quiet,
      axisLabel: { ...label, interval: everyRow - 1, formatter: within(plot.left - 16, matrix.rows.fields), margin: 8 },
    },
    visualMap: {
      type: 'continuous',
      show: false,
      min: 0,
      max: 1,
      dimension: 2,
      inRange: {
        color: Array.from({ length: colorSteps }, (_unused, index) =>
          shownColor(scale, reverse, index / (colorSteps - 1)),
        ),
      },
    },
    series: [
      {
        type: 'heatmap',
        silent: true,
        data: matrix.values.flatMap((row, y) =>
          row.flatMap((value, x) => (value === null ? [] : [[x, y, heatPosition(matrix, value)]])),
        ),
        itemStyle: { borderColor: colors.card, borderWidth: small ? 0 : gapPx },
      },
    ],
  };
}
