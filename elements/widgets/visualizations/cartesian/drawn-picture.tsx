import { makeStyles } from '@griffel/react';
import { useLayoutEffect, useRef } from 'react';
import type { ChartInput } from './chart-input.js';
import { paintAxes, paintGrid } from './paint-axes.js';

const useStyles = makeStyles({ canvas: { position: 'absolute', inset: 0, pointerEvents: 'none' } });

export interface DrawnPictureProps {
  readonly input: ChartInput;
  /** px */
  readonly width: number;
  readonly height: number;
  /** Draws the values between grid and axes. */
  readonly paint: (context: CanvasRenderingContext2D) => void;
}

/** A chart drawn without the library, which is eight times the size of the rest of a chart. */
export function DrawnPicture({ input, width, height, paint }: DrawnPictureProps) {
  const styles = useStyles();
  const element = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = element.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    // On a wall display everything is enlarged by `zoom`: the canvas gets the pixels that it is shown with.
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
