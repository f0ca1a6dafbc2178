/**
 * Renders the test of an event definition over a chosen time range: its runs, and the events that they would have
 * created.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type {
  DefinitionTest,
  EventDefinition,
  EventDefinitionBody,
  TestedEvent,
} from '../../../api/contract/event-definitions.js';
import { keepsAlertStatesQuery } from '../../../api/queries/alerts.js';
import { definitionTestQuery } from '../../../api/queries/event-definitions.js';
import { bodyOf, type DefinitionValues } from '../../../machines/event-condition/definition-values.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { ColumnHeads } from '../../kit/column-heads.js';
import { Section } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { Select } from '../../kit/select.js';
import { Timestamp } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { ConditionChart } from './condition-chart.js';
import { formTexts } from './form-texts.js';
import { TestFailure } from './test-failure.js';

const words = formTexts.test;
const ranges = Object.entries(words.ranges).map(([value, label]) => ({ value, label }));

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  ask: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '8px' },
  over: { width: '180px' },
  note: { color: tokens.text.secondary, ...type.body },
  events: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' },
  scroll: { overflow: 'auto', maxHeight: '420px' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& th, & td': { padding: '6px 12px 6px 0', textAlign: 'start', verticalAlign: 'top' },
    '& th': { color: tokens.text.secondary, whiteSpace: 'nowrap', ...type.overline },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
  },
  time: { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  text: { minWidth: '120px', overflowWrap: 'anywhere' },
  none: { color: tokens.text.tertiary, fontStyle: 'italic' },
  fields: { margin: 0, padding: 0, listStyle: 'none', minWidth: '140px', ...type.logSmall },
  name: { color: tokens.text.secondary },
});

export interface TestRunProps {
  readonly values: DefinitionValues;
  readonly stored: EventDefinition | undefined;
}

export function TestRun({ values, stored }: TestRunProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [seconds, setSeconds] = useState('86400');
  const [requested, setRequested] = useState<{ readonly definition: EventDefinitionBody; readonly from: number }>();
  const { definition = {}, from = 0 } = requested ?? {};
  const { data: tests = true } = useQuery(keepsAlertStatesQuery(client));
  const { data, error, isFetching, refetch } = useQuery({
    ...definitionTestQuery(client, { definition, timerange: { type: 'relative', from } }),
    enabled: requested !== undefined,
  });
  if (!tests || data === null) return <Section title={words.title}>{words.missing}</Section>;
  return (
    <Section title={words.title} intro={words.help}>
      <div className={styles.root}>
        <div className={styles.ask}>
          <div className={styles.over}>
            <Field label={words.over}>
              <Select options={ranges} value={seconds} onChange={setSeconds} />
            </Field>
          </div>
          <Button
            busy={isFetching}
            onClick={() => {
              const next = { definition: bodyOf(values, stored), from: Number(seconds) };
              // An unchanged request is sent again, because its time range ends at the present time.
              if (JSON.stringify(next) === JSON.stringify(requested)) void refetch();
              else setRequested(next);
            }}
          >
            {isFetching ? words.running : words.run}
          </Button>
        </div>
        {error && !isFetching ? (
          <TestFailure error={error} onRetry={() => void refetch()} />
        ) : (
          data && <Outcome test={data} busy={isFetching} />
        )}
      </div>
    </Section>
  );
}

function Outcome({ test, busy }: { readonly test: DefinitionTest; readonly busy: boolean }): ReactNode {
  const styles = useStyles();
  const { events } = test;
  return (
    <>
      <ConditionChart test={test} busy={busy} />
      {events.length > 0 && (
        <div className={styles.events}>
          {events.length < test.total_events && <p className={styles.note}>{words.shown(events.length)}</p>}
          <div className={styles.scroll} role="region" aria-label={words.events} tabIndex={0}>
            <table className={styles.table}>
              <ColumnHeads labels={Object.values(words.columns)} />
              <tbody>
                {events.map((event, at) => (
                  <EventRow key={`${event.run} ${at}`} event={event} />
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </>
  );
}

function EventRow({ event }: { readonly event: TestedEvent }): ReactNode {
  const styles = useStyles();
  const { run, key, message, group_by_fields: groups, fields } = event;
  const named = [...Object.entries(groups), ...Object.entries(fields)];
  return (
    <tr>
      <td className={styles.time}>
        <Timestamp instant={run} />
      </td>
      <td className={styles.text}>{key ?? <span className={styles.none}>{words.noKey}</span>}</td>
      <td className={styles.text}>{message}</td>
      <td>
        <ul className={styles.fields}>
          {named.map(([name, value], at) => (
            <li key={`${name} ${at}`}>
              <span className={styles.name}>{name}</span> {value}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
