/**
 * Renders the summary of an event definition, used in the last step of the wizard and on the page of the definition
 * (screens/dashboards-sharing-alerts.md §9.2, §9.7).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { EventNotification } from '../../../api/contract/event-notifications.js';
import { allows } from '../../../api/permissions.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import {
  aggregationType,
  systemType,
  type DefinitionValues,
} from '../../../machines/event-condition/definition-values.js';
import { groupsWithoutKey } from '../../../machines/event-condition/group-keys.js';
import { conditionText, isValid } from '../../../machines/event-condition/tree.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHasRoute } from '../../element/routes-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Columns, Details, Section } from '../../kit/detail-page/index.js';
import { isolated } from '../../kit/isolated.js';
import { Link } from '../../kit/link.js';
import { Suspense } from '../../kit/suspense.js';
import { tokens, type } from '../../kit/tokens.js';
import { NotificationConfiguration, NotificationTypeTitle } from '../notifications/pages.js';
import { providerText } from './fields-step.js';
import { formTexts } from './form-texts.js';
import { unreadableOf } from './notifications-step.js';
import { routes } from './routes.js';
import { durationText, texts } from './texts.js';

const words = formTexts.summary;

const useStyles = makeStyles({
  code: { overflowWrap: 'anywhere', ...type.logSmall },
  entries: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', ...type.body },
  entry: { paddingTop: '8px', borderTop: `1px solid ${tokens.border.divider}` },
  head: { display: 'flex', gap: '8px', alignItems: 'baseline', flexWrap: 'wrap' },
  name: { flexGrow: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' },
  quiet: { color: tokens.text.secondary },
  shown: { marginTop: '8px' },
  list: { margin: '4px 0 0', paddingLeft: '18px', '& > li': { listStyle: 'disc', overflowWrap: 'anywhere' } },
});

export interface SummaryProps {
  readonly values: DefinitionValues;
  /** Notifications that the user may read. */
  readonly all: readonly EventNotification[];
  /** Id of the stored definition; undefined if it is not stored. */
  readonly definitionId?: string;
}

export function Summary(props: SummaryProps): ReactNode {
  const isSystem = props.values.type === systemType;
  return (
    <Columns
      left={
        <>
          <About {...props} />
          {!isSystem && <Condition {...props} />}
        </>
      }
      right={
        <>
          {!isSystem && <FieldList {...props} />}
          <Notifications {...props} />
        </>
      }
    />
  );
}

/** Renders a list of the problems that prevent saving the definition; renders nothing if there are none. */
export function ValidationBox({ problems }: { readonly problems: readonly string[] }): ReactNode {
  const styles = useStyles();
  if (problems.length === 0) return null;
  return (
    <Alert kind="danger" title={words.problems}>
      {words.problemsHelp}
      <ul className={styles.list}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Alert>
  );
}

function About({ values: { title, description, priority } }: SummaryProps): ReactNode {
  const about = formTexts.details;
  return (
    <Section title={words.details}>
      <Details
        rows={[
          [about.title, title],
          [about.description, description || words.none],
          [about.priority, texts.priorities[priority] ?? String(priority)],
        ]}
      />
    </Section>
  );
}

function Condition({ values, definitionId }: SummaryProps): ReactNode {
  const styles = useStyles();
  const hasRoute = useHasRoute();
  const replay = definitionId === undefined ? undefined : routes.replay(definitionId);
  if (values.type !== aggregationType)
    return (
      <Section title={formTexts.condition.step}>
        {values.type === '' ? words.noCondition : formTexts.condition.unknown(values.type)}
      </Section>
    );
  const isAggregation = values.mode === 'aggregation';
  const undeclared = values.query_parameters.filter(({ embryonic }) => embryonic);
  return (
    <Section
      title={formTexts.condition.name}
      {...(replay !== undefined &&
        hasRoute(replay) && { action: <Link route={replay}>{formTexts.viewing.replay}</Link> })}
    >
      <Details
        rows={[
          [words.type, words.types[values.mode]],
          [
            words.query,
            <code key="" className={styles.code}>
              {values.query || '*'}
            </code>,
          ],
          [
            words.parameters,
            undeclared.length > 0 ? (
              <Alert key="" kind="warning">
                {undeclared.map(({ name }) => formTexts.condition.undeclared(name)).join(', ')}
              </Alert>
            ) : values.query_parameters.length > 0 ? (
              values.query_parameters.map(({ name }) => name).join(', ')
            ) : undefined,
          ],
          [words.streams, <StreamNames key="" ids={values.streams} />],
          [words.within, durationText(values.search_within_ms)],
          [words.every, durationText(values.execute_every_ms)],
          [words.time, values.by_receive_time ? words.byReceipt : undefined],
          [words.limit, values.event_limit === undefined ? undefined : words.atMost(values.event_limit)],
          [words.enable, values.is_scheduled ? words.yes : words.no],
          ...(isAggregation
            ? ([
                [words.groupBy, values.group_by.join(', ') || words.noGroupBy],
                [
                  words.createIf,
                  isValid(values.conditions) ? (
                    <code key="" className={styles.code}>
                      {conditionText(values.conditions)}
                    </code>
                  ) : (
                    <Alert key="" kind="warning">
                      {words.invalid}
                    </Alert>
                  ),
                ],
              ] as const)
            : []),
        ]}
      />
    </Section>
  );
}

function StreamNames({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const { client } = useConnection();
  const granted = useCurrentUser()?.permissions ?? [];
  const { data } = useQuery(streamsQuery(client));
  if (ids.length === 0) return words.allStreams;
  if (ids.some((id) => !allows(granted, `streams:read:${id}`)))
    return <Alert kind="warning">{words.missingStreams}</Alert>;
  const titles = new Map(data?.streams.map(({ id, title }) => [id, title]));
  return ids.map((id) => titles.get(id) ?? id).join(', ');
}

function FieldList({ values }: SummaryProps): ReactNode {
  const styles = useStyles();
  const { field_spec: specs, key_spec: keys } = values;
  const groups = groupsWithoutKey(values);
  const entries = Object.entries(specs);
  return (
    <Section title={words.fields}>
      <div className={styles.entries}>
        {entries.length === 0 && <p className={styles.quiet}>{words.noFields}</p>}
        {entries.map(([name, spec]) => {
          const { source, configuration } = providerText(spec);
          return (
            <Entry key={name} name={name} about={source}>
              <code className={styles.code}>{configuration}</code>
            </Entry>
          );
        })}
        <Details rows={[[words.keys, keys.length > 0 ? keys.join(', ') : words.noKeys]]} />
        {groups.length > 0 && (
          <Alert kind="warning">{formTexts.fields.groupsWithoutKey(groups.map(isolated).join(', '))}</Alert>
        )}
      </div>
    </Section>
  );
}

interface EntryProps {
  readonly name: string;
  readonly about: ReactNode;
  readonly children: ReactNode;
}

/** Renders a line of the summary with a button that shows details. */
function Entry({ name, about, children }: EntryProps): ReactNode {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.entry}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>{about}</span>
        <Button
          size="small"
          appearance="subtle"
          aria-expanded={open}
          aria-label={words.showDetailsOf(name)}
          onClick={() => setOpen(!open)}
        >
          {words.showDetails}
        </Button>
      </div>
      {open && <div className={styles.shown}>{children}</div>}
    </div>
  );
}

function Notifications({ values, all }: SummaryProps): ReactNode {
  const styles = useStyles();
  const granted = useCurrentUser()?.permissions ?? [];
  const { notifications: attached, grace_period_ms: grace, backlog_size: backlog } = values;
  const unreadable = new Set(unreadableOf(attached, granted));
  const byId = new Map(all.map((one) => [one.id, one]));
  return (
    <Section title={words.notifications}>
      <div className={styles.entries}>
        {attached.length === 0 && <p className={styles.quiet}>{words.noNotifications}</p>}
        {attached.length > 0 && (
          <Details
            rows={[
              [
                words.settings,
                <span key="">
                  {grace ? words.grace(durationText(grace)) : words.noGrace}
                  <br />
                  {backlog ? words.backlog(backlog) : words.noBacklog}
                </span>,
              ],
            ]}
          />
        )}
        {unreadable.size > 0 && (
          <Alert kind="warning" title={formTexts.notifications.missingTitle}>
            {[...unreadable].join(', ')}
          </Alert>
        )}
        {attached
          .filter(({ notification_id: id }) => !unreadable.has(id))
          .map(({ notification_id: id }) => {
            const known = byId.get(id);
            if (!known)
              return (
                <p key={id} className={styles.entry}>
                  {formTexts.notifications.gone(id)}
                </p>
              );
            return (
              <Entry
                key={id}
                name={known.title}
                about={
                  <Suspense fallback={known.config.type}>
                    <NotificationTypeTitle type={known.config.type} />
                  </Suspense>
                }
              >
                <Suspense fallback={null}>
                  <NotificationConfiguration config={known.config} />
                </Suspense>
              </Entry>
            );
          })}
      </div>
    </Section>
  );
}
