/**
 * Renders the details of an event, shown in the expanded row of the event (screens/dashboards-sharing-alerts.md §8,
 * Details).
 */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { AlertState } from '../../../api/contract/alerts.js';
import type { Event } from '../../../api/contract/events.js';
import type { ContextEntity } from '../../../api/contract/events.schema.js';
import { Details } from '../../kit/detail-page/index.js';
import { OpenOutsideIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { Timestamp } from '../../kit/timestamp.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { DefinitionName } from './alert-marks.js';
import { EventActions } from './event-actions.js';
import { texts } from './texts.js';

const { details: words } = texts;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignItems: 'start',
    columnGap: '32px',
    rowGap: '12px',
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  fields: { display: 'grid', gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)', columnGap: '12px', margin: 0 },
  name: { color: tokens.text.secondary, overflowWrap: 'anywhere', ...type.logSmall },
  value: { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', ...type.logSmall },
  /** Links within the text are underlined, because colour alone does not identify a link there. */
  named: { '& a': { textDecorationLine: 'underline' } },
  actions: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    '& > a': { display: 'inline-flex', alignItems: 'center', gap: '4px' },
  },
  none: { color: tokens.text.tertiary, fontStyle: 'italic' },
  history: { margin: 0, padding: 0, listStyleType: 'none', display: 'grid', gap: '4px' },
  note: { color: tokens.text.secondary, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
});

export interface AlertDetailsProps {
  readonly event: Event;
  readonly definition: ContextEntity | undefined;
  readonly state: AlertState | undefined;
}

export function AlertDetails({ event, definition, state }: AlertDetailsProps): ReactNode {
  const styles = useStyles();
  const { timerange_start: from, timerange_end: to, silenced } = event;
  const type = texts.definitionTypes[event.event_definition_type] ?? event.event_definition_type;
  return (
    <div className={styles.columns}>
      <Details
        rows={[
          [words.id, event.id],
          [words.priority, texts.priorities[event.priority] ?? event.priority],
          [words.timestamp, <Timestamp key="" instant={event.timestamp} format="complete" />],
          [
            words.definition,
            <span key="" className={styles.named}>
              <DefinitionName id={event.event_definition_id} definition={definition} /> ({type})
            </span>,
          ],
          [
            words.actions,
            <span key="" className={styles.actions}>
              {event.replay_info && (
                <Link route={`/alerts/${encodeURIComponent(event.id)}/replay-search`} target="_blank" rel="noopener">
                  {words.replay} <OpenOutsideIcon />
                </Link>
              )}
              <EventActions event={event} />
            </span>,
          ],
          ...(silenced
            ? [
                [
                  words.silenced,
                  <span key="">
                    {silenced.silence_id === null
                      ? words.mutedKey(silenced.by, silenced.reason)
                      : words.silencedBy(silenced.by, silenced.reason)}{' '}
                    {texts.until} <Timestamp instant={silenced.until} />
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      <Details
        rows={[
          ...(from !== null && to !== null
            ? [
                [
                  words.range,
                  <span key="">
                    <Timestamp instant={from} /> → <Timestamp instant={to} />
                  </span>,
                ] as const,
              ]
            : []),
          [words.key, event.key ?? <None key="">{words.noKey}</None>],
          [words.fields, <Fields key="" fields={event.fields} none={words.noFields} />],
          [words.groupBy, <Fields key="" fields={event.group_by_fields} none={words.noGroupBy} />],
          ...(state ? [[words.history, <History key="" state={state} />] as const] : []),
        ]}
      />
    </div>
  );
}

function None({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={useStyles().none}>{children}</span>;
}

interface FieldsProps {
  readonly fields: Readonly<Record<string, string>>;
  readonly none: string;
}

function Fields({ fields, none }: FieldsProps): ReactNode {
  const styles = useStyles();
  const entries = Object.entries(fields);
  if (entries.length === 0) return <None>{none}</None>;
  return (
    <dl className={styles.fields}>
      {entries.map(([name, value]) => [
        <dt key={`n${name}`} className={styles.name}>
          {name}
        </dt>,
        <dd key={`v${name}`} className={styles.value}>
          {value}
        </dd>,
      ])}
    </dl>
  );
}

function History({ state }: { readonly state: AlertState }): ReactNode {
  const styles = useStyles();
  return (
    <ol className={styles.history}>
      {state.history.map(({ at, by, status, note, until }, index) => (
        <li key={index}>
          <Timestamp instant={at} /> {texts.states[status]} {texts.by(by)}
          {until !== null && (
            <>
              {' '}
              {texts.until} <Timestamp instant={until} />
            </>
          )}
          {note !== '' && <div className={styles.note}>{note}</div>}
        </li>
      ))}
    </ol>
  );
}
