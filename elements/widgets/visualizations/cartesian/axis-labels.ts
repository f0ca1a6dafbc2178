/** Selects and places the labels along the lower axis. The functions are pure. */
import type { CategoryAxis } from '../../../../machines/pivot/chart-data.js';
import { timeTicks } from '../../time/time-ticks.js';
import { endOfNames } from '../cut-text.js';
import { shortLabels } from '../category-texts.js';
import type { ChartInput } from './chart-input.js';
import { labelWidth, widestLabel } from './plot.js';

/** Distance in px between the axis and its labels. */
export const labelGap = 6;
export const valueLabelGap = 8;

export interface AxisLabel {
  /** Index of a category, or instant in epoch milliseconds, as determined by `by`. */
  readonly at: number;
  readonly text: string;
  readonly align: 'left' | 'center' | 'right';
  /** Maximum width of this label in px, if it has less room than the others. */
  readonly width?: number;
}
export interface AxisLabels {
  readonly by: 'index' | 'instant';
  readonly labels: readonly AxisLabel[];
  /** Maximum width of a label in px; wider labels are shortened. */
  readonly width?: number;
  /** Maximum number of characters that a shortened label keeps at its end; absent: as `cutText` does. */
  readonly end?: number | undefined;
  /** True if the labels are slanted: each label rises to its end at the position of its category. */
  readonly slanted?: boolean;
}

/** Widths of time labels without and with seconds, in multiples of the font size. */
const timeLabel = 5;
const secondsLabel = 7.5;
/** Distance in px by which a label may extend beyond the right edge of the plot. */
const edgePx = 14;

/** Returns the estimated width in px of a note at the end of the lower axis, which has small letters only. */
export const noteWidth = (text: string, fontSize: number): number => text.length * fontSize * 0.52;

/** Share of a label's width that is left of its position. */
export const leftShare: Readonly<Record<AxisLabel['align'], number>> = { left: 0, center: 0.5, right: 1 };

/** Minimum distance in px between the first label and the left edge of the chart. */
const leastMargin = 2;

export function axisLabels(input: Pick<ChartInput, 'data'> & Room): AxisLabels {
  const { axis } = input.data;
  return axis.type === 'category' ? nameLabels(axis, input) : timeLabels(axis, input);
}

type Room = Pick<ChartInput, 'plot' | 'zone' | 'colors' | 'endNote'>;

function nameLabels({ labels: whole, fields }: CategoryAxis, { plot, colors }: Room): AxisLabels {
  const size = colors.axisFontSize;
  const names = shortLabels(whole);
  const end = endOfNames(fields);
  const all = names.map((text, at) => ({ at, text, align: 'center' as const }));
  if (plot.slanted !== undefined) return { by: 'index', labels: all, width: plot.slanted, end, slanted: true };
  const count = Math.max(1, names.length);
  const band = plot.width / count;
  const longest = names.reduce((most, name) => Math.max(most, labelWidth(name, size)), 1);
  const wanted = Math.min(size * widestLabel, longest + 10);
  const every = Math.max(1, Math.ceil(wanted / band));
  const width = Math.max(size * 2, band * every - 8);
  // A label near the end of the axis that would be cut by the card is left out.
  const fits = (at: number, text: string) =>
    (count - at - 0.5) * band + edgePx >= Math.min(width, text.length * size * 0.55) / 2;
  // The first label is centred at its category and must not be cut by the left edge of the chart.
  const first = Math.min(width, 2 * (plot.left + band / 2 - leastMargin));
  return {
    by: 'index',
    labels: all
      .filter(({ at, text }) => at % every === 0 && (at === 0 || fits(at, text)))
      .map((label) => (label.at === 0 ? { ...label, width: first } : label)),
    width,
    end,
  };
}

function timeLabels({ from, to }: { readonly from: number; readonly to: number }, room: Room): AxisLabels {
  const { plot, zone, colors, endNote } = room;
  const size = colors.axisFontSize;
  const ticksOf = (label: number) => timeTicks(from, to, zone, Math.max(1, Math.floor(plot.width / (size * label))));
  const close = ticksOf(timeLabel);
  // Labels with seconds are wider, so there must be fewer of them.
  const ticks = close.some(({ label }) => /:\d\d:/.test(label)) ? ticksOf(secondsLabel) : close;
  const span = Math.max(1, to - from);
  const xOf = (at: number): number => ((at - from) / span) * plot.width;
  const alignOf = (at: number, index: number): AxisLabel['align'] => {
    const x = xOf(at);
    // A centred label would be cut by the card at the end of the axis, and would overlap the value axis at its start.
    if (index === ticks.length - 1 && x > plot.width - size) return 'right';
    return index === 0 && x < size ? 'left' : 'center';
  };
  const end = endNote === undefined ? Infinity : plot.width - noteWidth(endNote, size) - size / 2;
  const isFree = ({ at, text, align }: AxisLabel): boolean =>
    xOf(at) + labelWidth(text, size) * (1 - leftShare[align]) <= end;
  return {
    by: 'instant',
    labels: ticks.map(({ at, label }, index) => ({ at, text: label, align: alignOf(at, index) })).filter(isFree),
  };
}
