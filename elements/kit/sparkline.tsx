/** Renders the sparkline of the last minute without axes, drawn from the right. */
import { makeStyles } from '@griffel/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { contentTokens } from './content-tokens.js';
import { tokens, type } from './tokens.js';

const spanMs = 60_000;
const width = 150;
const height = 44;

const useStyles = makeStyles({
  figure: { margin: 0, width: `${width}px`, maxWidth: '100%' },
  plot: {
    display: 'block',
    width: '100%',
    height: `${height}px`,
    borderBottom: `1px solid ${contentTokens.chart.axisLine}`,
  },
  line: { fill: 'none', stroke: tokens.selection.border, strokeWidth: '1.75px', vectorEffect: 'non-scaling-stroke' },
  area: { fill: tokens.selection.background, stroke: 'none' },
  span: { color: contentTokens.chart.axisLabel, textAlign: 'end', ...type.caption },
});

/**
 * Returns the points of the line through the samples in px; the newest sample is at the right edge, and the highest is
 * 2 px below the top, so that the stroke is not cut off.
 * @param most number of samples that fill the width
 */
export function lineOf(samples: readonly number[], most: number): readonly (readonly [x: number, y: number])[] {
  const top = Math.max(...samples, 0) || 1;
  const step = width / (most - 1);
  const first = width - (samples.length - 1) * step;
  return samples.map((value, at) => [first + at * step, 2 + (height - 2) * (1 - value / top)]);
}

/** Returns samples of the value during the last minute, taken every `everyMs` ms; the newest sample is last. */
function useSamples(value: number, everyMs: number): readonly number[] {
  const [samples, setSamples] = useState<readonly number[]>([value, value]);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(() => {
    const most = Math.round(spanMs / everyMs) + 1;
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      // The browser stops timers of background pages; after such a gap the samples start again.
      const rested = now - before > 3 * everyMs;
      before = now;
      setSamples((known) => (rested ? [latest.current, latest.current] : [...known, latest.current].slice(-most)));
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return samples;
}

export interface SparklineProps {
  readonly value: number;
  /** Interval between two samples of the value in ms. */
  readonly everyMs: number;
  /** Text below the line that names the time span. */
  readonly caption: string;
}

/** Draws a value of the last minute as a line, hidden from screen readers, because the value is displayed beside it. */
export function Sparkline({ value, everyMs, caption }: SparklineProps): ReactNode {
  const styles = useStyles();
  const samples = useSamples(value, everyMs);
  const points = lineOf(samples, Math.round(spanMs / everyMs) + 1).map((point) => point.join());
  return (
    <figure className={styles.figure} aria-hidden="true">
      <svg className={styles.plot} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        <polygon
          className={styles.area}
          points={[`${points[0]?.split(',')[0]},${height}`, ...points, `${width},${height}`].join(' ')}
        />
        <polyline className={styles.line} points={points.join(' ')} />
      </svg>
      <figcaption className={styles.span}>{caption}</figcaption>
    </figure>
  );
}
