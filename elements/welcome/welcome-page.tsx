/**
 * Renders the start page of the console: today's messages, last opened, favourites, recent activity, and how to send a
 * first message (screens/dashboards-sharing-alerts.md §3.3).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { favoritesQuery, favoritesPerPage } from '../../api/queries/favorites.js';
import { storesSettings } from '../../api/queries/preferences.js';
import { lastOpenedQuery, recentActivityQuery, startPageRows } from '../../api/queries/start-page.js';
import { allows } from '../../api/permissions.js';
import { parseGrn } from '../../api/grn.js';
import { pageCount } from '../../machines/paged-list.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';
import { useHostElement, useNavigate } from '../element/host-context.js';
import { Button } from '../kit/button.js';
import { Pager } from '../kit/entity-table/pager.js';
import { useLastPage } from '../kit/entity-table/use-last-page.js';
import { DashboardIcon, SearchIcon } from '../kit/icons.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Link } from '../kit/link.js';
import { PageHeader } from '../kit/page-header.js';
import { RelativeTime } from '../kit/timestamp.js';
import { container, space, tokens } from '../kit/tokens.js';
import { Part } from '../kit/part.js';
import { useAnyMessage } from './any-message.js';
import { Box, EntityLink, EntityRow } from './box.js';
import { texts } from './texts.js';

const Today = lazyPart(() => import('./today.js'), 'Today');
const FirstMessage = lazyPart(() => import('./first-message.js'), 'FirstMessage');

const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignContent: 'start',
    gap: `${space.xxl}px`,
    padding: `${space.x3}px ${space.x4}px ${space.x4}px`,
    color: tokens.text.primary,
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    [container.compact]: { padding: `${space.xxl}px ${space.xl}px` },
  },
  wide: { gridColumn: '1 / -1', minWidth: 0 },
  actions: { display: 'flex', gap: '8px', justifyContent: 'center', flexWrap: 'wrap' },
  sentence: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    [container.compact]: { whiteSpace: 'normal', padding: '6px 0', overflowWrap: 'anywhere' },
  },
  when: { flexShrink: 0, width: '120px', [container.compact]: { width: '76px' }, color: tokens.text.tertiary },
});

export interface WelcomePageProps {
  readonly hasRoute: (route: string) => boolean;
}

export function WelcomePage({ hasRoute }: WelcomePageProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const user = useCurrentUser();
  const any = useAnyMessage({ waits: true });
  // The steps to a first message stay in place when it arrives, because somebody may be taking them.
  const [isNew, setIsNew] = useState(false);
  if (!isNew && (any === 'none' || any === 'denied')) setIsNew(true);
  const first = (
    <div className={styles.wide}>
      <Part>
        <FirstMessage any={any} isNew={isNew} hasRoute={hasRoute} />
      </Part>
    </div>
  );
  useEffect(() => {
    host.ready();
  }, [host]);
  const profile = `/system/users/edit/${encodeURIComponent(user?.id ?? '')}`;
  const mayChoose = user !== undefined && storesSettings(user) && user.startpage === null && hasRoute(profile);
  return (
    <div className={styles.page}>
      <div className={styles.wide}>
        <PageHeader
          title={texts.title}
          description={
            <>
              {texts.intro}
              {mayChoose && (
                <>
                  {' '}
                  {texts.startPage} <Link route={profile}>{texts.profile}</Link>.
                </>
              )}
            </>
          }
        />
      </div>
      {isNew && first}
      {any === 'some' && (
        <Part>
          <Today hasRoute={hasRoute} />
        </Part>
      )}
      <LastOpened hasRoute={hasRoute} />
      <Favorites hasRoute={hasRoute} />
      <div className={styles.wide}>
        <RecentActivity hasRoute={hasRoute} />
      </div>
      {!isNew && first}
    </div>
  );
}

function Beginnings({ hasRoute }: WelcomePageProps): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <span className={styles.actions}>
      <Button size="small" icon={<SearchIcon />} onClick={() => navigate('/search')}>
        {texts.newSearch}
      </Button>
      {hasRoute('/dashboards') && (
        <Button size="small" icon={<DashboardIcon />} onClick={() => navigate('/dashboards')}>
          {texts.dashboards}
        </Button>
      )}
    </span>
  );
}

function LastOpened({ hasRoute }: WelcomePageProps): ReactNode {
  const { client } = useConnection();
  const { data, error } = useQuery(lastOpenedQuery(client));
  return (
    <Box
      title={texts.lastOpened.title}
      description={texts.lastOpened.description}
      items={data?.lastOpened}
      failure={error}
      failed={texts.lastOpened.failed}
      empty={texts.lastOpened.empty}
      emptyHelp={texts.lastOpened.help}
      emptyAction={<Beginnings hasRoute={hasRoute} />}
      keyOf={({ grn }) => grn}
      renderItem={({ grn, title, timestamp }) => (
        <EntityRow grn={grn} title={title} hasRoute={hasRoute} end={<RelativeTime instant={timestamp} />} />
      )}
    />
  );
}

function Favorites({ hasRoute }: WelcomePageProps): ReactNode {
  const { client } = useConnection();
  const [page, setPage] = useState(1);
  const { data, error, isPlaceholderData } = useQuery(favoritesQuery(client, page));
  const pages = pageCount(data?.total ?? 0, favoritesPerPage);
  useLastPage({ page, pages: data && !isPlaceholderData ? pages : undefined, onPage: setPage });
  return (
    <Box
      title={texts.favorites.title}
      description={texts.favorites.description}
      items={data?.favorites}
      failure={error}
      failed={texts.favorites.failed}
      empty={texts.favorites.empty}
      emptyHelp={texts.favorites.help}
      emptyAction={<Beginnings hasRoute={hasRoute} />}
      keyOf={({ grn }) => grn}
      renderItem={({ grn, title }) => <EntityRow grn={grn} title={title} hasRoute={hasRoute} />}
      footer={
        pages > 1 &&
        data && <Pager short page={page} pages={pages} shown={data.count} total={data.total} onPage={setPage} />
      }
    />
  );
}

function RecentActivity({ hasRoute }: WelcomePageProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const user = useCurrentUser();
  const [page, setPage] = useState(1);
  const { data, error, isPlaceholderData } = useQuery(recentActivityQuery(client, page));
  const pages = pageCount(data?.total ?? 0, startPageRows);
  useLastPage({ page, pages: data && !isPlaceholderData ? pages : undefined, onPage: setPage });
  const seesAll = user !== undefined && allows(user.permissions, '*');
  return (
    <Box
      title={texts.activity.title}
      description={seesAll ? texts.activity.descriptionAdmin : texts.activity.description}
      items={data?.recentActivity}
      failure={error}
      failed={texts.activity.failed}
      empty={texts.activity.empty}
      emptyHelp={texts.activity.help}
      keyOf={({ id }) => id}
      renderItem={({ activity_type, item_grn, item_title, user_name, timestamp }) => (
        <>
          <span className={styles.when}>
            <RelativeTime instant={timestamp} />
          </span>
          <span className={styles.sentence}>
            {texts.activity.the(texts.activityType(parseGrn(item_grn)?.type ?? ''))}{' '}
            <strong>
              <EntityLink
                newTab
                grn={item_grn}
                title={item_title}
                hasRoute={hasRoute}
                gone={activity_type === 'delete'}
              />
            </strong>{' '}
            {texts.activity.was(activity_type, user_name)}
          </span>
        </>
      )}
      footer={
        pages > 1 &&
        data && <Pager short page={page} pages={pages} shown={data.count} total={data.total} onPage={setPage} />
      }
    />
  );
}
