/** Shows today's messages: volume, errors, sources, new patterns, alerts and failing inputs. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { escapeField, quote } from '../../api/language/index.js';
import { patternQuery } from '../../api/patterns/query.js';
import { allows } from '../../api/permissions.js';
import { alertsQuery } from '../../api/queries/alerts.js';
import { inputStatesQuery } from '../../api/queries/inputs.js';
import { syncSearchQuery } from '../../api/queries/sync-search.js';
import { searchLink } from '../../machines/view/address.js';
import {
  comparisonText,
  errorQuery,
  slotMs,
  todayFacts,
  todayOf,
  todayRange,
  todaySearch,
  type Today as Day,
  type Volume,
} from '../../machines/welcome/today.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { formatDate, formatNumber } from '../kit/format.js';
import { Link } from '../kit/link.js';
import { RelativeTime } from '../kit/timestamp.js';
import { contentTokens } from '../kit/content-tokens.js';
import { container, radius, space, tokens, type } from '../kit/tokens.js';
import { Box } from './box.js';
import { NewPatterns } from './new-patterns.js';
import { todayTexts as texts } from './today-texts.js';

/** Milliseconds for which an answer counts as current and is used again. */
const refreshMs = 300_000;
const alertRows = 5;
const dayMs = 86_400_000;
/** Half hours of the day whose time is written below the bars. */
const labelledSlots = [0, 12, 24, 36];

const useStyles = makeStyles({
  card: {
    gridColumn: '1 / -1',
    display: 'grid',
    gap: `${space.l}px`,
    padding: `${space.xl}px ${space.xxl}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.card,
    minWidth: 0,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '4px 12px', justifyContent: 'space-between' },
  title: { margin: 0, ...type.sectionTitle },
  description: { margin: 0, color: tokens.text.secondary, ...type.body },
  volume: {
    display: 'grid',
    gridTemplateColumns: '190px minmax(0, 1fr)',
    alignItems: 'end',
    gap: `${space.xl}px`,
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: '4px' },
  },
  name: { color: tokens.text.secondary, ...type.caption },
  number: { display: 'block', fontVariantNumeric: 'tabular-nums', ...type.pageTitle },
  compared: { color: tokens.text.tertiary, ...type.caption },
  more: { color: tokens.status.danger.text },
  bars: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: '1px',
    height: '64px',
    borderBottom: `1px solid ${tokens.border.default}`,
  },
  // Each hour is at the left edge of its quarter of the day.
  hours: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    color: contentTokens.chart.axisLabel,
    fontVariantNumeric: 'tabular-nums',
    ...type.caption,
  },
  slot: { flex: '1 1 0', minWidth: 0, height: '100%', display: 'flex', alignItems: 'flex-end' },
  bar: {
    width: '100%',
    backgroundColor: contentTokens.level.informational.graphic,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
  errorBar: { backgroundColor: contentTokens.level.error.graphic },
  mono: {
    minWidth: 0,
    flexGrow: 1,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ...type.logSmall,
  },
  text: { minWidth: 0, flexGrow: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  end: { flexShrink: 0, fontVariantNumeric: 'tabular-nums', fontWeight: 600 },
  quiet: {
    flexShrink: 0,
    color: tokens.text.tertiary,
    fontVariantNumeric: 'tabular-nums',
    [container.compact]: { display: 'none' },
  },
  /** The column has a width of its own, so that the counts before it are below each other. */
  before: { minWidth: '120px', textAlign: 'right' },
  foot: { padding: `${space.m}px ${space.xxl}px`, borderTop: `1px solid ${tokens.border.divider}`, ...type.body },
});

export interface TodayProps {
  readonly hasRoute: (route: string) => boolean;
}

/** Shows today's messages of the streams that the user may read. */
export function Today({ hasRoute }: TodayProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const user = useCurrentUser();
  const { timezone } = useHostElement();
  const [openedAt] = useState(() => Date.now());
  const today = useMemo(() => todayOf(openedAt, timezone), [openedAt, timezone]);
  const { data, error } = useQuery({ ...syncSearchQuery(client, todaySearch(today)), staleTime: refreshMs });
  const facts = useMemo(() => data && todayFacts(data, today), [data, today]);
  const searchRoute = (queryString: string): string =>
    `/search?${searchLink({ queryString, timeRange: todayRange(today), streams: [] }).toString()}`;
  return (
    <>
      <section className={styles.card} aria-label={texts.title} data-today="">
        <div className={styles.head}>
          <div>
            <h2 className={styles.title}>{texts.title}</h2>
            <p className={styles.description}>{texts.description}</p>
          </div>
          <Link route={searchRoute('')}>{texts.openSearch}</Link>
        </div>
        <VolumeRow name={texts.messages} volume={facts?.messages} today={today} route={searchRoute('')} />
        <VolumeRow error name={texts.errors} volume={facts?.errors} today={today} route={searchRoute(errorQuery)} />
      </section>
      <OpenAlerts hasRoute={hasRoute} />
      <Box
        title={texts.sources.title}
        description={texts.sources.description}
        items={data ? (facts?.sources ?? []) : undefined}
        failure={error}
        failed={texts.sources.failed}
        empty={texts.sources.none}
        emptyHelp={texts.sources.help}
        keyOf={({ source }) => source}
        renderItem={({ source, today: count, before }) => (
          <>
            <span className={styles.mono} title={source}>
              <Link route={searchRoute(`${escapeField('source')}:${quote(source)}`)}>{source}</Link>
            </span>
            <span className={styles.end}>{formatNumber(count)}</span>
            <span className={mergeClasses(styles.quiet, styles.before)}>
              {before === undefined ? texts.sources.fresh : texts.sources.before(formatNumber(before))}
            </span>
          </>
        )}
        footer={
          hasRoute('/sources') && (
            <div className={styles.foot}>
              <Link route="/sources">{texts.sources.all}</Link>
            </div>
          )
        }
      />
      <NewPatterns
        today={today}
        routeOf={({ template }) => {
          const query = patternQuery(template);
          return query === undefined ? undefined : searchRoute(query);
        }}
      />
      {user && allows(user.permissions, 'inputs:read') && <FailingInputs hasRoute={hasRoute} />}
    </>
  );
}

interface VolumeRowProps {
  readonly name: string;
  readonly volume: Volume | undefined;
  readonly today: Day;
  readonly route: string;
  readonly error?: boolean;
}

function VolumeRow({ name, volume, today, route, error = false }: VolumeRowProps): ReactNode {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const slots = volume?.slots ?? [];
  const most = Math.max(1, ...slots);
  const isMore = error && volume !== undefined && volume.today > 2 * volume.before && volume.today > 0;
  const hourAt = (index: number): string => formatDate(today.start + index * slotMs, timezone, 'default').slice(11, 16);
  return (
    <div className={styles.volume}>
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.number}>{volume ? <Link route={route}>{formatNumber(volume.today)}</Link> : '–'}</span>
        <span className={mergeClasses(styles.compared, isMore && styles.more)}>
          {volume && comparisonText(volume.today, volume.before)}
        </span>
      </span>
      <span>
        <span className={styles.bars} role="img" aria-label={texts.bars(name)}>
          {slots.map((count, index) => {
            const at = hourAt(index);
            return (
              <span key={index} className={styles.slot} title={texts.slot(at, formatNumber(count))}>
                <span
                  className={mergeClasses(styles.bar, error && styles.errorBar)}
                  style={{ height: count === 0 ? '0' : `max(1px, ${(100 * count) / most}%)` }}
                />
              </span>
            );
          })}
        </span>
        <span className={styles.hours} aria-hidden="true">
          {labelledSlots.map((index) => (
            <span key={index}>{hourAt(index)}</span>
          ))}
        </span>
      </span>
    </div>
  );
}

function OpenAlerts({ hasRoute }: TodayProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { data, error } = useQuery(
    alertsQuery(client, queryClient, {
      page: 1,
      per_page: alertRows,
      timerange: { type: 'relative', from: dayMs / 1000 },
      filter: { alerts: 'only' },
      states: ['open'],
      sort_by: 'timestamp',
      sort_direction: 'desc',
    }),
  );
  return (
    <Box
      title={texts.alerts.title}
      description={texts.alerts.description}
      items={data?.events}
      failure={error}
      failed={texts.alerts.failed}
      empty={texts.alerts.none}
      emptyHelp={texts.alerts.help}
      keyOf={({ event }) => event.id}
      renderItem={({ event: { id, message, timestamp } }) => (
        <>
          <span className={styles.text} title={message}>
            <Link route={`/alerts/${encodeURIComponent(id)}/replay-search`}>{message}</Link>
          </span>
          <span className={styles.quiet}>
            <RelativeTime instant={timestamp} />
          </span>
        </>
      )}
      footer={
        hasRoute('/alerts') && (
          <div className={styles.foot}>
            <Link route="/alerts">{texts.alerts.all}</Link>
          </div>
        )
      }
    />
  );
}

const healthy = new Set(['RUNNING', 'STARTING', 'INITIALIZED', 'CREATED']);

function FailingInputs({ hasRoute }: TodayProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data, error } = useQuery(inputStatesQuery(client));
  const failing = useMemo(() => data?.states.filter(({ state }) => !healthy.has(state)), [data]);
  return (
    <Box
      title={texts.inputs.title}
      description={texts.inputs.description}
      items={failing}
      failure={error}
      failed={texts.inputs.failed}
      empty={texts.inputs.none}
      emptyHelp={texts.inputs.help}
      keyOf={({ id }) => id}
      renderItem={({ state, detailed_message: detail, message_input: { title } }) => (
        <>
          <span className={styles.text} title={detail ?? title}>
            {hasRoute('/system/inputs') ? <Link route="/system/inputs">{title}</Link> : title}
          </span>
          <span className={styles.quiet}>{state}</span>
        </>
      )}
    />
  );
}
