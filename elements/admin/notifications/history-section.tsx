/**
 * Renders the delivery history of a notification; for a reference server, which keeps no history, the section explains
 * that.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NotificationHistory, NotificationHistoryEntry } from '../../../api/contract/event-notifications.js';
import { reasonOf } from '../../../api/failures.js';
import { notificationHistoryQuery } from '../../../api/queries/event-notifications.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { StatusBadge } from '../../kit/chip.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Loading } from '../../kit/loading.js';
import { RelativeTime, Timestamp } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { history: words } = texts;

const useStyles = makeStyles({
  entries: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', margin: 0, padding: 0, listStyle: 'none' },
  entry: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.border.divider}`,
    ...type.body,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' },
  name: { fontWeight: 600, overflowWrap: 'anywhere' },
  facts: { color: tokens.text.secondary, overflowWrap: 'anywhere' },
  body: {
    ...type.logSmall,
    margin: '4px 0 0',
    padding: '8px 12px',
    maxHeight: '240px',
    overflow: 'auto',
    borderRadius: '4px',
    backgroundColor: tokens.surface.subtle,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  state: { display: 'grid', gap: '8px', marginBottom: '12px' },
});

const kinds = { sent: 'success', failed: 'danger', retrying: 'warning', dropped: 'warning' } as const;

export function HistorySection({ notificationId }: { readonly notificationId: string }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data, error, isFetching, refetch } = useQuery(notificationHistoryQuery(client, notificationId));
  if (data === null)
    return (
      <Section title={words.title}>
        <p className={styles.facts}>{words.missing}</p>
      </Section>
    );
  const reload = (): void => void refetch();
  return (
    <Section
      title={words.title}
      action={
        data && (
          <Button size="small" busy={isFetching} onClick={reload}>
            {words.reload}
          </Button>
        )
      }
    >
      {!data && !error && <Loading />}
      {!data && error && <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={reload} />}
      {data && <State history={data} />}
      {data?.history.length === 0 && <p className={styles.facts}>{words.none}</p>}
      {data && data.history.length > 0 && (
        <ol className={styles.entries}>
          {data.history.map((entry) => (
            <Entry key={`${entry.event_id} ${entry.time}`} entry={entry} />
          ))}
        </ol>
      )}
    </Section>
  );
}

/** Shows the number of events that wait for delivery, and why they wait; renders nothing if none waits. */
function State({ history }: { readonly history: NotificationHistory }): ReactNode {
  const styles = useStyles();
  const { waiting, oldest_at: oldest, retry_at: retry, last_error: last } = history;
  if (waiting === 0) return null;
  return (
    <div className={styles.state}>
      <Alert kind={last ? 'warning' : 'info'} title={words.waiting(waiting)}>
        {oldest !== null && (
          <>
            {words.since} <RelativeTime instant={oldest} />.{' '}
          </>
        )}
        {retry !== null && (
          <>
            {words.retry} <Timestamp instant={retry} />.{' '}
          </>
        )}
        {last && (
          <>
            {words.lastError}: {last.message}
          </>
        )}
      </Alert>
    </div>
  );
}

function Entry({ entry }: { readonly entry: NotificationHistoryEntry }): ReactNode {
  const styles = useStyles();
  const { deliveries = [], body } = entry;
  return (
    <li className={styles.entry}>
      <span className={styles.head}>
        <StatusBadge kind={kinds[entry.result]}>{words.results[entry.result]}</StatusBadge>
        <span className={styles.name}>{entry.event_definition_title}</span>
        <Timestamp instant={entry.time} />
        {entry.attempts > 1 && <span className={styles.facts}>{words.attempts(entry.attempts)}</span>}
      </span>
      {deliveries.map(({ to, error }, index) => (
        <span key={index} className={styles.facts}>
          {/* Recipients are hidden from users who may not change the notification. */}
          {[to, error].filter((part) => part !== null && part !== '').join(': ')}
        </span>
      ))}
      {body !== undefined && body !== '' && (
        <details>
          <summary>{words.body}</summary>
          <pre className={styles.body}>{body}</pre>
        </details>
      )}
    </li>
  );
}
