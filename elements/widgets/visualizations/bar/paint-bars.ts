import type { BarSeries } from './bar-series.js';

const cornerPx = 1;

/** Paints the bars of each series as a single path, so that thousands of bars are filled with one call. */
export function paintBars(context: CanvasRenderingContext2D, series: readonly BarSeries[]): void {
  for (const { color, opacity, round, bars } of series) {
    context.globalAlpha = opacity;
    context.fillStyle = color;
    context.beginPath();
    for (const { x, y, width, height, down } of bars) {
      if (round) context.roundRect(x, y, width, height, down ? [0, 0, cornerPx, cornerPx] : [cornerPx, cornerPx, 0, 0]);
      else context.rect(x, y, width, height);
    }
    context.fill();
  }
  context.globalAlpha = 1;
}
