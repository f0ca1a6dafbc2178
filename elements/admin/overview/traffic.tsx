/** Renders outgoing traffic per day as bars or table. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { trafficQuery } from '../../../api/queries/system-overview.js';
import { useConnection } from '../../element/connection-context.js';
import { DayBars, DayTable } from '../../kit/day-chart.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Field } from '../../kit/field.js';
import { formatBytes } from '../../kit/format.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChartIcon, TableIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Select } from '../../kit/select.js';
import { type } from '../../kit/tokens.js';
import { byDay } from './by-day.js';
import { texts } from './texts.js';

const { cluster: words } = texts;

const choices = ['30', '90', '180', '365'] as const;
type Days = (typeof choices)[number];

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', marginTop: '16px', ...type.body },
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '8px 16px' },
  title: { flexGrow: 1, ...type.cardTitle },
  days: { width: '112px' },
  scroller: { maxHeight: '320px', overflow: 'auto' },
});

export function TrafficByDay(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [chosen, setChosen] = useState<Days>('30');
  const [asTable, setAsTable] = useState(false);
  const { data, error, refetch } = useQuery(trafficQuery(client, Number(chosen)));
  const shown = data && byDay(data.output, data.days, Date.parse(data.to));
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
              shown.length,
              shown.reduce((sum, { bytes }) => sum + bytes, 0),
            )}
          </p>
          {asTable ? (
            // Focusable, so that the table can be scrolled horizontally by keyboard.
            <div className={styles.scroller} tabIndex={0} role="region" aria-label={words.traffic}>
              <DayTable days={shown} labels={[words.date, words.bytes]} cellsOf={({ bytes }) => [formatBytes(bytes)]} />
            </div>
          ) : (
            <DayBars
              days={shown}
              amountOf={({ bytes }) => bytes}
              format={formatBytes}
              label={words.chart}
              tooltip={({ date, bytes }) => words.day(date, bytes)}
              none={words.noDays}
            />
          )}
        </>
      ) : error ? (
        <ErrorPanel title={words.trafficFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  );
}
