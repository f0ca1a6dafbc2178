/** Names the incomplete buckets of a time chart on a wall display, where nobody sees the tooltip that names them. */
import { makeStyles } from '@griffel/react';
import type { ChartData } from '../../../../machines/pivot/chart-data.js';
import { contentTokens } from '../../../kit/content-tokens.js';
import { chartWords } from '../chart-words.js';
import type { Size } from '../use-size.js';
import { labelGap, noteWidth } from './axis-labels.js';
import type { PlotArea } from './plot.js';

const useStyles = makeStyles({
  note: {
    position: 'absolute',
    lineHeight: 1,
    fontStyle: 'italic',
    whiteSpace: 'nowrap',
    color: contentTokens.chart.axisLabel,
    pointerEvents: 'none',
  },
});

/** Maximum share of the lower axis that the note takes from the labels of the axis. */
const mostShare = 0.45;

/**
 * Returns the note at the end of the lower axis; undefined without an incomplete bucket, and without room for a note.
 * @param width width of the plot in px
 * @param fontSize font size of the axis labels in px
 */
export function partialNote({ axis }: Pick<ChartData, 'axis'>, width: number, fontSize: number): string | undefined {
  if (axis.type === 'category') return undefined;
  const isFirst = axis.buckets[0]?.partial === true;
  const isLast = axis.buckets.at(-1)?.partial === true;
  const both = axis.buckets.length === 1 ? 'only' : 'both';
  const which = isFirst && isLast ? both : isLast ? 'last' : isFirst ? 'first' : 'none';
  const texts: readonly string[] = chartWords.incompleteEnds[which];
  return texts.find((text) => noteWidth(text, fontSize) <= width * mostShare);
}

export interface EndNoteProps {
  readonly text: string;
  readonly plot: PlotArea;
  /** Size of the chart. */
  readonly size: Size;
  /** Font size of the axis labels in px. */
  readonly fontSize: number | undefined;
}

/** Renders a text at the end of the lower axis. */
export function EndNote({ text, plot, size, fontSize }: EndNoteProps) {
  const styles = useStyles();
  // The canvas draws the labels of the axis two pixels higher than a line of text.
  const top = plot.top + plot.height + labelGap - 2;
  return (
    <span className={styles.note} style={{ top, right: size.width - plot.left - plot.width, fontSize }}>
      {text}
    </span>
  );
}
