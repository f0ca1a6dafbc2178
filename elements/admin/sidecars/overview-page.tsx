/**
 * Renders the list of sidecars with states, collectors, and sidecars that need attention (screens/administration.md
 * F1).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { Forbidden } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { configurationsQuery } from '../../../api/queries/sidecar-configurations.js';
import {
  rolloutsQuery,
  sidecarEnrolmentQuery,
  sidecarFiguresQuery,
  sidecarPageQuery,
  type SidecarRow,
} from '../../../api/queries/sidecars.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { EntityTable, useEntityList, type RowActions } from '../../kit/entity-table/index.js';
import { Failed } from '../../kit/failed.js';
import { Float } from '../../kit/float.js';
import { CopyIcon, KeyIcon, SearchIcon, SettingsIcon, StackIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { PageTabs } from '../../kit/list-page/page-tabs.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { container, type } from '../../kit/tokens.js';
import { FiguresStrip } from './figures-strip.js';
import { HistoryLegend } from './history-bar.js';
import { useOverviewColumns } from './overview-columns.js';
import { routes, sidecarTabs } from './routes.js';
import { AssignmentCard, AttentionCard, isUnderWay, RolloutCard } from './side-cards.js';
import { texts } from './texts.js';

const InstallDialog = lazyPart(() => import('./install-dialog.js'), 'InstallDialog');
const words = texts.overview;
const reloadMs = 5000;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 280px',
    alignItems: 'start',
    gap: '16px',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  alone: { gridTemplateColumns: 'minmax(0, 1fr)' },
  main: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', minWidth: 0 },
  aside: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  heading: { ...type.sectionTitle },
});

const defaults: EntityListLayout = {
  displayed: [
    'node_name',
    'node_details.status.status',
    'history',
    'node_details.operating_system',
    'tags',
    'configuration',
    'last_seen',
  ],
  sort: { attributeId: 'node_name', direction: 'asc' },
  perPage: 10,
};
const order = [...defaults.displayed, 'node_id', 'sidecar_version'];
const nameOf = ({ node_name: name }: SidecarRow): string => name;

export function OverviewPage({ question, onQuestion }: PageProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const navigate = useNavigate();
  const { client } = useConnection();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayReadConfigurations = usePermission('sidecar_collector_configurations:read');
  const [onlyActive, setOnlyActive] = useState(true);
  const [installing, setInstalling] = useState(false);
  const query = useMemo(() => sidecarPageQuery(onlyActive), [onlyActive]);
  const list = useEntityList({ id: 'sidecars', defaults, query, question, onQuestion, reloadEveryMs: reloadMs });
  const figures = useQuery(sidecarFiguresQuery(client));
  const rollouts = useQuery({ ...rolloutsQuery(client), enabled: mayReadConfigurations });
  const configurations = useQuery({ ...configurationsQuery(client), enabled: mayReadConfigurations });
  const enrolment = useQuery(sidecarEnrolmentQuery(client));
  const known = useMemo(() => new Map((configurations.data ?? []).map((one) => [one.id, one])), [configurations.data]);
  const columns = useOverviewColumns(known);
  if (list.failure instanceof Forbidden) return <Refusal error={list.failure} />;

  const besides = [figures, rollouts, configurations, enrolment];
  const failed = besides.filter(({ error, data }) => error && data === undefined);
  const agent = enrolment.data;
  const may = (action: string): boolean => agent != null && allows(granted, `users:${action}:${agent.username}`);
  const toggle = (
    <Button
      onClick={() => {
        setOnlyActive(!onlyActive);
        list.send({ type: 'page.selected', page: 1 });
      }}
    >
      {onlyActive ? words.include : words.hide}
    </Button>
  );
  const actionsOf = (row: SidecarRow): RowActions => ({
    buttons: [
      {
        key: 'manage',
        label: words.manage,
        icon: <SettingsIcon />,
        onSelect: () => navigate(routes.administrationOf(row.node_id)),
      },
      {
        key: 'messages',
        label: words.messages,
        icon: <SearchIcon />,
        onSelect: () => navigate(routes.messages(row.node_id)),
      },
    ],
  });
  const install = agent && agent.server_url !== '' && may('tokencreate') && !host.readonly && (
    <Button icon={<CopyIcon />} onClick={() => setInstalling(true)}>
      {words.install}
    </Button>
  );
  // A reference server reports no statistics, so inactive sidecars may exist.
  const mayBeInactive = onlyActive && (figures.data === null || hasNodes(figures.data));
  const underWay = rollouts.data?.filter(isUnderWay) ?? [];
  const shownRollouts = underWay.length > 0 ? underWay : (rollouts.data?.slice(0, 1) ?? []);
  const hasAside = figures.data != null || shownRollouts.length > 0;
  return (
    <PageLayout>
      <PageTabs tabs={sidecarTabs('overview')} />
      <PageHeader
        title={words.page}
        description={words.description}
        actions={
          <>
            {agent && may('tokenlist') && (
              <Button icon={<KeyIcon />} onClick={() => navigate(routes.tokens(agent.user_id))}>
                {words.token}
              </Button>
            )}
            {install}
          </>
        }
      />
      {failed.length > 0 && <Failed title={words.partsFailed} queries={failed} />}
      <div className={mergeClasses(styles.columns, !hasAside && styles.alone)}>
        <div className={styles.main}>
          {figures.data && <FiguresStrip figures={figures.data} />}
          <div className={styles.bar}>
            <h2 className={styles.heading}>{list.rows ? words.total(list.total) : words.heading}</h2>
            {toggle}
          </div>
          <EntityTable
            list={list}
            label={words.page}
            nameOf={nameOf}
            columns={columns}
            order={order}
            search={{ label: texts.search, ...help }}
            rowActions={actionsOf}
            actionButtons={2}
            empty={(searched) => (
              <EmptyState
                icon={<StackIcon />}
                title={searched ? words.found : onlyActive && hasNodes(figures.data) ? words.noneActive : words.none}
                {...(!searched && { action: mayBeInactive ? toggle : install })}
              >
                {!searched && !hasNodes(figures.data) && words.noneHelp}
              </EmptyState>
            )}
            failedTitle={texts.loadingFailed}
            failed={texts.failedWith}
          />
          {list.rows && figures.data !== null && <HistoryLegend />}
        </div>
        {hasAside && (
          <div className={styles.aside}>
            {shownRollouts.map((rollout) => (
              <RolloutCard key={rollout.id} rollout={rollout} />
            ))}
            {figures.data && <AttentionCard figures={figures.data} />}
            {figures.data && <AssignmentCard figures={figures.data} />}
          </div>
        )}
      </div>
      <Float onFailed={() => setInstalling(false)}>
        {installing && agent && <InstallDialog enrolment={agent} onClose={() => setInstalling(false)} />}
      </Float>
    </PageLayout>
  );
}

const hasNodes = (
  figures: { running: number; failing: number; unknown: number; stopped: number } | null | undefined,
): boolean => figures != null && figures.running + figures.failing + figures.unknown + figures.stopped > 0;

const help = {
  fields: ['name', 'status', 'operating_system', 'last_seen', 'node_id', 'sidecar_version'],
  examples: [
    ['web', 'the name contains “web”'],
    ['status:failing', 'the sidecar is failing'],
    ['operating_system:windows', 'the operating system is Windows'],
    ['sidecar_version:1.5', 'the version contains “1.5”'],
  ],
} as const;
