/** The element `log-alerts`: a short list of alerts for the corner of another page, newest first. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { inBackground } from '../../../api/client.js';
import { quote } from '../../../api/language/escape.js';
import type { AlertStatus } from '../../../api/contract/alerts.js';
import type { Event } from '../../../api/contract/events.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { alertsQuery } from '../../../api/queries/alerts.js';
import { alertsBody, firstAlertsQuestion, writeAlertsQuestion } from '../../../machines/alerts-question.js';
import { useConnection } from '../../element/connection-context.js';
import { useElementMethods, useHostElement, useNavigate } from '../../element/host-context.js';
import { useRangeCheck, useZonedRange } from '../../element/range-words.js';
import { useReadableWords } from '../../element/readable-words.js';
import { Button } from '../../kit/button.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Refusal } from '../../kit/refusal.js';
import { Loading } from '../../kit/loading.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { focusRing, inset, tokens, type } from '../../kit/tokens.js';
import { isHigh, PriorityIcon, StateBadge } from './alert-marks.js';
import { noteListener, useHasListener } from './open-listeners.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  root: { padding: inset(0) },
  card: {
    border: `1px solid ${tokens.border.default}`,
    borderRadius: tokens.radius.card,
    overflow: 'clip',
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none', ...type.body },
  item: { borderBottom: `1px solid ${tokens.border.divider}` },
  row: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '8px',
    width: '100%',
    padding: '6px 8px',
    border: 'none',
    textAlign: 'left',
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    fontFamily: 'inherit',
    ...type.body,
  },
  opens: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': focusRing,
  },
  high: { backgroundColor: tokens.status.danger.background },
  /** A text gets up to three lines, because the texts of one definition often differ only at the end. */
  message: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  about: { display: 'flex', alignItems: 'center', gap: '8px', color: tokens.text.secondary, ...type.caption },
  key: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '4px 8px',
    color: tokens.text.secondary,
    ...type.caption,
  },
});

const refreshMs = 30_000;

export const elementTypes = { alerts: 'only', events: 'exclude', both: 'include' } as const;

export interface LogAlertsProps {
  readonly query: string;
  /** Time range of the alerts; if undefined, the last day. */
  readonly range: TimeRange | undefined;
  readonly type: keyof typeof elementTypes;
  /** Ids of the streams from which the alerts come; empty for all streams. */
  readonly stream: readonly string[];
  readonly definition: readonly string[];
  readonly states: readonly AlertStatus[];
  /** Maximum number of alerts that the list shows, from 1 to 100. */
  readonly limit: number;
}

export function LogAlerts(props: LogAlertsProps): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div className={styles.card}>
        <List {...props} />
      </div>
    </div>
  );
}

function List({ query, range: requested, type: types, stream, definition, states, limit }: LogAlertsProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const navigate = useNavigate();
  const { client, queryClient } = useConnection();
  const [range, isWaiting] = useZonedRange(requested);
  useRangeCheck(isWaiting ? undefined : range);
  const isReadable = useReadableWords(range, !isWaiting);
  const question = useMemo(() => {
    const ofStreams = stream.map((id) => `source_streams:${quote(id)}`).join(' OR ');
    const parts = [query, ofStreams].filter((part) => part.trim() !== '');
    const whole = parts.length > 1 ? parts.map((part) => `(${part})`).join(' AND ') : (parts[0] ?? '');
    const seconds = range?.type === 'relative' ? (range.range ?? range.from ?? 0) : range ? 0 : 86_400;
    return {
      ...firstAlertsQuestion,
      query: whole,
      seconds,
      ...(range?.type === 'absolute' && { chosen: { from: range.from, to: range.to } }),
      type: elementTypes[types],
      definitions: definition,
      states,
    };
  }, [query, stream, definition, types, range, states]);
  const body = useMemo(
    () => ({
      ...alertsBody(question),
      per_page: limit,
      ...(range?.type === 'keyword' && { timerange: range }),
    }),
    [question, range, limit],
  );
  const { data, error, refetch } = useQuery({
    // The list is refreshed by background requests, which do not prolong the session, and not in a hidden tab.
    ...alertsQuery(inBackground(client), queryClient, body),
    refetchInterval: refreshMs,
    enabled: !isWaiting && isReadable,
  });
  const shown = data !== undefined;
  const report = useEffectEvent((failure: Error | null) => {
    if (failure) host.fail(failure);
    else if (shown) host.ready();
  });
  useEffect(() => {
    report(error);
  }, [shown, error]);
  useElementMethods({ refresh: () => refetch({ throwOnError: true }).then(() => undefined) });
  const open = ({ id }: Event): void => {
    if (!host.emit('log-alert-open', { id })) return;
    const one = { ...firstAlertsQuestion, query: `id:${quote(id)}`, seconds: 0, type: 'include' as const };
    navigate(`/alerts?${writeAlertsQuestion(one)}`);
  };
  const opens = useHasListener(host.element) || host.linked;
  // A listener on an ancestor, or a listener that was added before the tag was defined, was not recorded
  // (`watchListeners`). It is recorded here, when it prevents the default action of the event.
  const tell = ({ id }: Event): void => {
    if (!host.emit('log-alert-open', { id })) noteListener(host.element);
  };
  if (error instanceof Forbidden && !data) return <Refusal error={error} />;
  if (error && !data)
    return <ErrorPanel title={texts.failedTitle} errors={[reasonOf(error)]} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { events, total_events: total } = data;
  const rowOf = (event: Event): ReactNode => {
    return (
      <>
        <PriorityIcon event={event} />
        <span>
          <div className={styles.message} title={event.message}>
            {event.message}
          </div>
          <span className={styles.about}>
            <RelativeTime instant={event.timestamp} />
            {event.key !== null && <span className={styles.key}>{event.key}</span>}
          </span>
        </span>
        {data.states ? <StateBadge state={data.states[event.id]} /> : <span />}
      </>
    );
  };
  return (
    <>
      <ul className={styles.list} aria-label={texts.page}>
        {events.map(({ event }) => (
          <li key={event.id} className={mergeClasses(styles.item, isHigh(event) && styles.high)}>
            {opens ? (
              <button type="button" className={mergeClasses(styles.row, styles.opens)} onClick={() => open(event)}>
                {rowOf(event)}
              </button>
            ) : (
              <div className={styles.row} onClick={() => tell(event)}>
                {rowOf(event)}
              </div>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <span>{total === 0 ? texts.list.empty : texts.list.shown(events.length, total)}</span>
        {host.linked && (
          <Button
            size="small"
            appearance="subtle"
            data-screen-only=""
            onClick={() => navigate(`/alerts?${writeAlertsQuestion({ ...question, pageSize: 10 })}`)}
          >
            {texts.list.open}
          </Button>
        )}
      </div>
    </>
  );
}
