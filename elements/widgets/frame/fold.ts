import { createContext } from 'react';

/** State of a widget that can be folded to its header. */
export interface WidgetFold {
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
}
export const WidgetFoldContext = createContext<WidgetFold | undefined>(undefined);

/**
 * State of a chart whose place grows, so that a table of figures (lowest, mean, highest and last value of each
 * series) fits below the plot.
 */
export interface WidgetFigures {
  /** Number of series when the user wanted their figures; 0: the user wants no figures. */
  readonly count: number;
  /** Called with the number of series when the user wants their figures, and with 0 when the user hides them. */
  readonly onCount: (count: number) => void;
  /** Called with the number of series whose figures the chart shows now, if the user wants figures. */
  readonly onPresent: (count: number) => void;
}
/**
 * State of the figures around a chart; absent: the place of the chart is fixed, and the chart keeps the state itself.
 */
export const WidgetFiguresContext = createContext<WidgetFigures | undefined>(undefined);

/** Height of a line of figures in px; it is the smallest height of a pointer target (WCAG 2.5.8). */
export const figureLinePx = 24;
/** Maximum number of series whose figures are visible at once; further series are reached by scrolling. */
const mostFigures = 8;

/** Returns the height in px of the figures of a number of series, with their header. */
export const figuresPx = (count: number): number => figureLinePx * (1 + Math.min(count, mostFigures));
/** Returns the height in px by which a chart with figures grows: the table, the button that hides it, and margins. */
export const grownPx = (count = 0): number => (count > 0 ? figuresPx(count) + figureLinePx + 8 : 0);
