import { makeStyles } from '@griffel/react';
import { Fragment } from 'react';
import type { ChartData } from '../../../../machines/pivot/chart-data.js';
import type { ValueAxis } from '../../../../machines/pivot/value-axis.js';
import type { EarlierLine } from '../../../../machines/comparison/earlier-lines.js';
import { tokens, type } from '../../../kit/tokens.js';
import { barPlace, xOf, xOfInstant, yOf, type PlotArea } from './plot.js';

const useStyles = makeStyles({
  layer: { position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' },
  name: {
    position: 'absolute',
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '0 3px',
    // An outline of the letters keeps the name readable; a background would hide the tops of bars, which then look cut.
    textShadow: [1, -1].flatMap((x) => [1, -1].map((y) => `${x}px ${y}px 1px ${tokens.surface.card}`)).join(', '),
    color: tokens.text.primary,
    pointerEvents: 'none',
    whiteSpace: 'nowrap',
    ...type.caption,
  },
});

const dashes = '5 3';
const lineWidth = 1.5;

export interface EarlierLayerProps {
  readonly lines: readonly EarlierLine[];
  /** Name of the earlier range, such as `1 day earlier`. */
  readonly name: string;
  readonly data: ChartData;
  readonly axis: ValueAxis;
  readonly plot: PlotArea;
  /** Number of bars side by side in each bucket; undefined: the chart has no bars. */
  readonly abreast: number | undefined;
  /** Colour of each series of the chart. */
  readonly colors: readonly string[];
  /** Distance in px between the right edges of plot and stage. */
  readonly right: number;
  /** Top of the name of the earlier range in px of the stage. */
  readonly top: number;
}

/**
 * Renders the values of an earlier range over the chart: dashed lines, or, over the bars of categories, dashed outlines
 * of the earlier bars.
 */
export function EarlierLayer({ lines, name, data, axis, plot, abreast, colors, right, top }: EarlierLayerProps) {
  const styles = useStyles();
  return (
    <>
      <svg className={styles.layer} aria-hidden="true">
        {lines.map((line) => {
          const isOutline = data.axis.type === 'category' && abreast !== undefined;
          const paths = isOutline ? outlinesOf(line, data, axis, plot, abreast) : pathsOf(line, data, axis, plot);
          return (
            <Fragment key={`${line.series} ${line.name}`}>
              {paths.map((path) => (
                <path
                  key={path}
                  d={path}
                  fill="none"
                  // An outline in the colour of its bar would be invisible inside the bar.
                  stroke={isOutline || line.series === undefined ? tokens.text.secondary : colors[line.series]}
                  strokeWidth={lineWidth}
                  strokeDasharray={dashes}
                  strokeLinejoin="round"
                />
              ))}
            </Fragment>
          );
        })}
      </svg>
      <span className={styles.name} style={{ top, right }}>
        <svg width="18" height="2" aria-hidden="true">
          <line x1="0" y1="1" x2="18" y2="1" stroke="currentColor" strokeWidth={lineWidth} strokeDasharray={dashes} />
        </svg>
        {name}
      </span>
    </>
  );
}

/**
 * Returns the SVG paths through the middles of the buckets, interrupted where a value is missing or outside the plot.
 */
function pathsOf({ points }: EarlierLine, data: ChartData, axis: ValueAxis, plot: PlotArea): readonly string[] {
  const paths: string[][] = [[]];
  const end = plot.left + plot.width;
  for (const { from, to, value } of points) {
    const x = data.axis.type === 'time' ? xOfInstant(data, plot, (from + to) / 2) : xOf(data, plot, from);
    const y = value === null ? undefined : yOf(axis, plot, value);
    if (y === undefined || x < plot.left || x > end) {
      if (paths.at(-1)?.length) paths.push([]);
      continue;
    }
    paths.at(-1)?.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  // A single value between gaps is drawn as a short dash.
  return paths.filter(({ length }) => length > 0).map((path) => `M${path.join('L')}${path.length === 1 ? 'h4' : ''}`);
}

/** Returns the outlines that the bars of the earlier values would have. */
function outlinesOf(
  { points, series }: EarlierLine,
  data: ChartData,
  axis: ValueAxis,
  plot: PlotArea,
  abreast: number,
): readonly string[] {
  const bottom = plot.top + plot.height;
  const zero = Math.min(bottom, yOf(axis, plot, 0) ?? bottom);
  return points.flatMap(({ from, value }) => {
    const y = value === null ? undefined : yOf(axis, plot, value);
    if (y === undefined) return [];
    const { left, width } = barPlace(data, plot, from, abreast, series ?? 0);
    return [`M${left.toFixed(1)} ${zero.toFixed(1)}V${y.toFixed(1)}h${width.toFixed(1)}V${zero.toFixed(1)}`];
  });
}
