import { makeStyles } from '@griffel/react';
import { useLayoutEffect, useRef } from 'react';
import type { ChartInput } from './chart-input.js';
import { paintAxes, paintGrid } from './paint-axes.js';

const useStyles = makeStyles({ canvas: { position: 'absolute', inset: 0, pointerEvents: 'none' } });

export interface DrawnPictureProps {
  readonly input: ChartInput;
  /** Width in px. */
  readonly width: number;
  readonly height: number;
  /** Draws the values between grid and axes. */
  readonly paint: (context: CanvasRenderingContext2D) => void;
}

/**
 * Renders a picture that is drawn without the chart library, whose code is eight times as large as the rest of a chart.
 */
export function DrawnPicture({ input, width, height, paint }: DrawnPictureProps) {
  const styles = useStyles();
  const element = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = element.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    // A wall display enlarges everything with the CSS property `zoom`, so the canvas gets the enlarged pixel size.
    const { currentCSSZoom = 1 } = canvas as { currentCSSZoom?: number };
    const scale = window.devicePixelRatio * currentCSSZoom;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.scale(scale, scale);
    paintGrid(context, input);
    paint(context);
    paintAxes(context, input);
  }, [input, width, height, paint]);
  return <canvas ref={element} className={styles.canvas} style={{ width, height }} aria-hidden="true" />;
}
