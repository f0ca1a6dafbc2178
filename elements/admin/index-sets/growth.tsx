/**
 * Renders a section with the messages or bytes per day in an index set and a forecast of when the disk is full; hidden
 * if the server does not support it.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IndexSetGrowth } from '../../../api/contract/index-sets.js';
import { reasonOf } from '../../../api/failures.js';
import { isMissing } from '../../../api/queries/missing.js';
import { indexSetGrowthQuery } from '../../../api/queries/index-set-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { DayBars, DayTable } from '../../kit/day-chart.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { formatBytes, formatNumber } from '../../kit/format.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChartIcon, TableIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Tabs } from '../../kit/tabs.js';
import { type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { growth: words } = texts;
/** A warning is shown if the disk is full in at most this number of days. */
const soonDays = 14;

type Measure = 'messages' | 'bytes';
const measures = ['messages', 'bytes'] as const;
const amount = { messages: formatNumber, bytes: formatBytes };

const useStyles = makeStyles({
  growth: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', ...type.body },
  tools: { display: 'flex', alignItems: 'center', gap: '8px' },
});

export function Growth({ setId }: { readonly setId: string }): ReactNode {
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(indexSetGrowthQuery(client, setId));
  // A server without an endpoint for the growth of index sets gets no section for it.
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
      {asTable ? (
        <DayTable
          days={growth.days}
          labels={[words.date, ...measures.map((key) => words.measures[key])]}
          cellsOf={(day) => measures.map((key) => amount[key](day[key]))}
        />
      ) : (
        <DayBars
          days={growth.days}
          amountOf={(day) => day[measure]}
          format={amount[measure]}
          label={(first, last) => words.chart(words.measures[measure], first, last)}
          tooltip={words.day}
          none={words.noDays}
        />
      )}
    </div>
  );
}

const dayMs = 86_400_000;
/** Returns the date (UTC) that is a number of days from now, at most 36,500 days. */
const dayIn = (days: number): string =>
  new Date(Date.now() + Math.min(days, 36_500) * dayMs).toISOString().slice(0, 10);

function Forecast({ growth: { disk, forecast } }: { readonly growth: IndexSetGrowth }): ReactNode {
  if (!disk) return null;
  const space = words.space(disk.free_bytes, disk.total_bytes);
  if (!forecast) return <p>{`${words.unknown} ${space}`}</p>;
  const { full_in_days: days, bytes_per_day: perDay } = forecast;
  const text = `${words.rate(perDay)} ${days === null ? words.never : words.full(days, dayIn(days))} ${space}`;
  return days !== null && days <= soonDays ? <Alert kind="warning">{text}</Alert> : <p>{text}</p>;
}
