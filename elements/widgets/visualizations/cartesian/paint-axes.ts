/** Paints grid, axis line and labels of a chart on a canvas. */
import { axisTicks } from '../../../../machines/pivot/value-axis.js';
import { cutText } from '../cut-text.js';
import { formatAxisMeasured } from '../measured.js';
import { axisLabels, labelGap, leftShare, valueLabelGap } from './axis-labels.js';
import type { ChartInput } from './chart-input.js';
import { slant, xOf, xOfInstant, yOf } from './plot.js';

/** Minimum distance in px between labels on one line. */
const apart = 4;

/** Returns the position at which a line of 1 px is centred on a pixel, so that the line is sharp. */
const crisp = (position: number): number => Math.floor(position) + 0.5;

function line(context: CanvasRenderingContext2D, { plot }: ChartInput, y: number): void {
  context.moveTo(plot.left, crisp(y));
  context.lineTo(plot.left + plot.width, crisp(y));
}

/** Draws the grid behind the values. */
export function paintGrid(context: CanvasRenderingContext2D, input: ChartInput): void {
  const { axis, plot, colors } = input;
  context.lineWidth = 1;
  context.strokeStyle = colors.grid;
  context.beginPath();
  for (const tick of axisTicks(axis)) line(context, input, yOf(axis, plot, tick) ?? plot.top + plot.height);
  context.stroke();
}

/**
 * Paints the axis line and the labels in front of the values. The line is at zero if the axis has negative values,
 * otherwise at the bottom. Horizontal labels of the lower axis that would overlap their predecessor are left out.
 */
export function paintAxes(context: CanvasRenderingContext2D, input: ChartInput): void {
  const { axis, plot, colors, unit } = input;
  const bottom = plot.top + plot.height;
  context.lineWidth = 1;
  context.strokeStyle = colors.axisLine;
  context.beginPath();
  line(context, input, axis.min < 0 ? (yOf(axis, plot, 0) ?? bottom) : bottom);
  context.stroke();

  context.fillStyle = colors.axisLabel;
  context.font = `${colors.axisFontSize}px ${colors.font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const tick of axisTicks(axis)) {
    const y = yOf(axis, plot, tick) ?? bottom;
    context.fillText(formatAxisMeasured(tick, unit), plot.left - valueLabelGap, y);
  }
  paintLowerLabels(context, input, bottom + labelGap);
}

function paintLowerLabels(context: CanvasRenderingContext2D, input: ChartInput, top: number): void {
  const { data, plot, colors } = input;
  const { by, labels, width, slanted, end } = axisLabels(input);
  let free = -Infinity;
  for (const label of labels) {
    const x = by === 'index' ? xOf(data, plot, label.at) : xOfInstant(data, plot, label.at);
    const most = label.width ?? width;
    const text =
      most === undefined ? label.text : cutText(label.text, (part) => context.measureText(part).width <= most, end);
    if (slanted) {
      context.save();
      context.translate(x, top);
      context.rotate((-slant * Math.PI) / 180);
      context.textAlign = 'right';
      context.fillText(text, 0, 0);
      context.restore();
      continue;
    }
    const long = context.measureText(text).width;
    const left = x - long * leftShare[label.align];
    if (left < free) continue;
    free = left + long + apart;
    context.textAlign = 'left';
    context.fillText(text, left, top + colors.axisFontSize / 2);
  }
}
