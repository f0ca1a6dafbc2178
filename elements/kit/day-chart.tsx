/** Renders daily amounts as a bar chart or as a table. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { ColumnHeads } from './column-heads.js';
import { contentTokens } from './content-tokens.js';
import { tokens, type } from './tokens.js';

const useStyles = makeStyles({
  plot: { margin: 0 },
  none: { margin: 0, color: tokens.text.secondary },
  most: { color: contentTokens.chart.axisLabel, ...type.caption, fontVariantNumeric: 'tabular-nums' },
  bars: {
    display: 'flex',
    height: '120px',
    borderTop: `1px solid ${contentTokens.chart.grid}`,
    borderBottom: `1px solid ${contentTokens.chart.axisLine}`,
  },
  // The column of a day has the full height, so that the tooltip is shown above a small bar, too.
  day: {
    display: 'flex',
    alignItems: 'flex-end',
    justifyContent: 'center',
    flex: '1 1 0',
    minWidth: 0,
    ':hover': { backgroundColor: tokens.surface.hover },
  },
  bar: {
    width: '88%',
    borderRadius: '1px 1px 0 0',
    backgroundColor: contentTokens.level.informational.graphic,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
  axis: { display: 'flex', justifyContent: 'space-between', color: contentTokens.chart.axisLabel, ...type.caption },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': { padding: '4px 8px', textAlign: 'end' },
    '& th:first-child, & td:first-child': { textAlign: 'start' },
    '& th': { color: tokens.text.secondary, ...type.overline },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
  },
});

interface Dated {
  /** Displayed date of the day. */
  readonly date: string;
}

export interface DayBarsProps<Day extends Dated> {
  /** Days in ascending order. */
  readonly days: readonly Day[];
  readonly amountOf: (day: Day) => number;
  readonly format: (amount: number) => string;
  /** Returns the accessible name of the chart from the first and the last date. */
  readonly label: (first: string, last: string) => string;
  /** Returns the tooltip of a day. */
  readonly tooltip: (day: Day) => string;
  /** Text in place of the chart when there are no days. */
  readonly none: string;
}

export function DayBars<Day extends Dated>({
  days,
  amountOf,
  format,
  label,
  tooltip: tooltipOf,
  none,
}: DayBarsProps<Day>): ReactNode {
  const styles = useStyles();
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined) return <p className={styles.none}>{none}</p>;
  const most = Math.max(0, ...days.map(amountOf));
  return (
    <figure className={styles.plot} role="img" aria-label={label(first, last)}>
      <div className={styles.most}>{format(most)}</div>
      <div className={styles.bars}>
        {days.map((day) => (
          <div key={day.date} className={styles.day} title={tooltipOf(day)}>
            <div className={styles.bar} style={{ height: barHeight(amountOf(day), most) }} />
          </div>
        ))}
      </div>
      <div className={styles.axis}>
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </figure>
  );
}

/** Returns the CSS height of a bar; an amount above zero is at least 1 px high. */
const barHeight = (amount: number, most: number): string =>
  amount === 0 ? '0' : `max(1px, ${((100 * amount) / most).toFixed(2)}%)`;

export interface DayTableProps<Day extends Dated> {
  /** Days in ascending order; the table shows the latest day first. */
  readonly days: readonly Day[];
  /** Column headers, starting with that of the date column. */
  readonly labels: readonly string[];
  /** Returns the cells that follow the date. */
  readonly cellsOf: (day: Day) => readonly string[];
}

export function DayTable<Day extends Dated>({ days, labels, cellsOf }: DayTableProps<Day>): ReactNode {
  const styles = useStyles();
  return (
    <table className={styles.table}>
      <ColumnHeads labels={labels} />
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.date}>
            <td>{day.date}</td>
            {cellsOf(day).map((cell, at) => (
              <td key={labels[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
