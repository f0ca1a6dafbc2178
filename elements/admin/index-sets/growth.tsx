/** What came into a set by day, and when the disk is full at that rate. For servers that say so. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IndexSetGrowth } from '../../../api/contract/index-sets.js';
import { reasonOf } from '../../../api/failures.js';
import { isMissing } from '../../../api/queries/missing.js';
import { indexSetGrowthQuery } from '../../../api/queries/index-set-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { ColumnHeads } from '../../kit/column-heads.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { formatBytes, formatNumber } from '../../kit/format.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChartIcon, TableIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Tabs } from '../../kit/tabs.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { growth: words } = texts;
/** From so few days on it deserves attention. */
const soonDays = 14;

type Measure = 'messages' | 'bytes';
const measures = ['messages', 'bytes'] as const;
const amount = { messages: formatNumber, bytes: formatBytes };

const useStyles = makeStyles({
  growth: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', ...type.body },
  tools: { display: 'flex', alignItems: 'center', gap: '8px' },
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

export function Growth({ setId }: { readonly setId: string }): ReactNode {
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(indexSetGrowthQuery(client, setId));
  // Not every server knows of it.
  if (isMissing(error)) return null;
  return (
    <Section title={words.title}>
      {data ? (
        <Shown growth={data} />
      ) : error ? (
        <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Section>
  );
}

function Shown({ growth }: { readonly growth: IndexSetGrowth }): ReactNode {
  const styles = useStyles();
  const [measure, setMeasure] = useState<Measure>('messages');
  const [asTable, setAsTable] = useState(false);
  return (
    <div className={styles.growth}>
      <Forecast growth={growth} />
      {!growth.is_complete && <p>{words.incomplete}</p>}
      <div className={styles.tools}>
        <Tabs
          kind="segments"
          label={words.measure}
          tabs={measures.map((key) => ({ key, label: words.measures[key] }))}
          active={measure}
          onChange={setMeasure}
        />
        <IconButton
          label={asTable ? words.asChart : words.asTable}
          icon={asTable ? <ChartIcon /> : <TableIcon />}
          onClick={() => setAsTable(!asTable)}
        />
      </div>
      {asTable ? <Table days={growth.days} /> : <Bars days={growth.days} measure={measure} />}
    </div>
  );
}

function Forecast({ growth: { disk, forecast } }: { readonly growth: IndexSetGrowth }): ReactNode {
  if (!disk) return null;
  const space = words.space(disk.free_bytes, disk.total_bytes);
  if (!forecast) return <p>{`${words.unknown} ${space}`}</p>;
  const { full_in_days: days, bytes_per_day: perDay } = forecast;
  const said = `${words.rate(perDay)} ${days === null ? words.never : words.full(days)} ${space}`;
  return days !== null && days <= soonDays ? <Alert kind="warning">{said}</Alert> : <p>{said}</p>;
}

interface DaysProps {
  readonly days: IndexSetGrowth['days'];
}

function Bars({ days, measure }: DaysProps & { readonly measure: Measure }): ReactNode {
  const styles = useStyles();
  const most = Math.max(...days.map((day) => day[measure]));
  const first = days[0]?.date ?? '';
  const last = days.at(-1)?.date ?? '';
  return (
    <figure className={styles.plot} role="img" aria-label={words.chart(words.measures[measure], first, last)}>
      <div className={styles.most}>{amount[measure](most)}</div>
      <div className={styles.bars}>
        {days.map((day) => (
          <div key={day.date} className={styles.day} title={words.day(day)}>
            <div className={styles.bar} style={{ height: barHeight(day[measure], most) }} />
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
const barHeight = (value: number, most: number): string =>
  value === 0 ? '0' : `max(1px, ${((100 * value) / most).toFixed(2)}%)`;

function Table({ days }: DaysProps): ReactNode {
  const styles = useStyles();
  return (
    <table className={styles.table}>
      <ColumnHeads labels={[words.date, ...measures.map((measure) => words.measures[measure])]} />
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.date}>
            <td>{day.date}</td>
            {measures.map((measure) => (
              <td key={measure}>{amount[measure](day[measure])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
