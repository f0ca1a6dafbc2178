/** Outgoing traffic by day, as bars or as a table. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { trafficQuery } from '../../../api/queries/system-overview.js';
import { useConnection } from '../../element/connection-context.js';
import { ColumnHeads } from '../../kit/column-heads.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Field } from '../../kit/field.js';
import { formatBytes } from '../../kit/format.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChartIcon, TableIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Select } from '../../kit/select.js';
import { tokens, type } from '../../kit/tokens.js';
import { byDay, type DayOfTraffic } from './by-day.js';
import { texts } from './texts.js';

const { cluster: words } = texts;

const choices = ['30', '90', '180', '365'] as const;
type Days = (typeof choices)[number];

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', marginTop: '16px', ...type.body },
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '8px 16px' },
  title: { flexGrow: 1, ...type.cardTitle },
  days: { width: '112px' },
  plot: { margin: 0 },
  most: { color: tokens.chart.axisLabel, ...type.caption, fontVariantNumeric: 'tabular-nums' },
  bars: {
    display: 'flex',
    height: '120px',
    borderTop: `1px solid ${tokens.chart.grid}`,
    borderBottom: `1px solid ${tokens.chart.axisLine}`,
  },
  // All of its height tells what it is, not the bar alone.
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
    backgroundColor: tokens.level.informational.graphic,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
  axis: { display: 'flex', justifyContent: 'space-between', color: tokens.chart.axisLabel, ...type.caption },
  scroller: { maxHeight: '320px', overflow: 'auto' },
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

export function TrafficByDay(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [chosen, setChosen] = useState<Days>('30');
  const [asTable, setAsTable] = useState(false);
  const days = Number(chosen);
  const { data, error, refetch } = useQuery(trafficQuery(client, days));
  const shown = data && byDay(data.output, days, Date.parse(data.to));
  return (
    <div className={styles.root}>
      <div className={styles.tools}>
        <h3 className={styles.title}>{words.traffic}</h3>
        <Field label={words.days} className={styles.days}>
          <Select
            size="small"
            options={choices.map((value) => ({ value, label: value }))}
            value={chosen}
            onChange={setChosen}
          />
        </Field>
        <IconButton
          label={asTable ? words.asChart : words.asTable}
          icon={asTable ? <ChartIcon /> : <TableIcon />}
          onClick={() => setAsTable(!asTable)}
        />
      </div>
      {shown ? (
        <>
          <p>
            {words.total(
              days,
              shown.reduce((sum, { bytes }) => sum + bytes, 0),
            )}
          </p>
          {asTable ? <Table days={shown} /> : <Bars days={shown} />}
        </>
      ) : error ? (
        <ErrorPanel title={words.trafficFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

interface DaysProps {
  readonly days: readonly DayOfTraffic[];
}

function Bars({ days }: DaysProps): ReactNode {
  const styles = useStyles();
  const most = Math.max(0, ...days.map(({ bytes }) => bytes));
  const first = days[0]?.date ?? '';
  const last = days.at(-1)?.date ?? '';
  return (
    <figure className={styles.plot} role="img" aria-label={words.chart(first, last)}>
      <div className={styles.most}>{formatBytes(most)}</div>
      <div className={styles.bars}>
        {days.map(({ date, bytes }) => (
          <div key={date} className={styles.day} title={words.day(date, bytes)}>
            <div className={styles.bar} style={{ height: barHeight(bytes, most) }} />
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

/** What is there is seen, however little it is. */
const barHeight = (bytes: number, most: number): string =>
  bytes === 0 ? '0' : `max(1px, ${((100 * bytes) / most).toFixed(2)}%)`;

function Table({ days }: DaysProps): ReactNode {
  const styles = useStyles();
  return (
    // It scrolls: by keyboard as well.
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={words.traffic}>
      <table className={styles.table}>
        <ColumnHeads labels={[words.date, words.bytes]} />
        <tbody>
          {days.toReversed().map(({ date, bytes }) => (
            <tr key={date}>
              <td>{date}</td>
              <td>{formatBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
