/**
 * List of sidecars with states, collectors, and those that need attention (screens/administration.md F1; look.md
 * `sidecars`).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { ConfigurationSummary } from '../../../api/contract/sidecars.schema.js';
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
import { Chip } from '../../kit/chip.js';
import { EmptyState } from '../../kit/empty-state.js';
import { EntityTable, useEntityList, type EntityColumn, type RowActions } from '../../kit/entity-table/index.js';
import { Float } from '../../kit/float.js';
import { CopyIcon, KeyIcon, SearchIcon, SettingsIcon, StackIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { PageTabs } from '../../kit/list-page/page-tabs.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { FiguresStrip } from './figures-strip.js';
import { HistoryBar, HistoryLegend } from './history-bar.js';
import { routes, sidecarTabs } from './routes.js';
import { AssignmentCard, AttentionCard, RolloutCard } from './side-cards.js';
import { asStatus, stateOf, stateWords, systemName } from './state.js';
import { StateBadge } from './state-badge.js';
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
  lines: { display: 'grid', minWidth: 0, justifyItems: 'start', padding: '5px 0' },
  id: {
    ...type.logSmall,
    color: tokens.text.secondary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    maxWidth: '100%',
  },
  // Sentences wrap; the rest of a row is one line.
  note: { ...type.caption, color: tokens.text.secondary, whiteSpace: 'normal' },
  failing: { color: tokens.status.danger.text },
  tags: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
  dimmed: { opacity: 0.65 },
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
  const columns = useColumns(known);
  if (list.failure instanceof Forbidden) return <Refusal error={list.failure} />;

  const agent = enrolment.data;
  const may = (action: string): boolean => agent != null && allows(granted, `users:${action}:${agent.username}`);
  const toggle = <Button onClick={() => setOnlyActive(!onlyActive)}>{onlyActive ? words.include : words.hide}</Button>;
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
  const rollout = rollouts.data?.[0];
  const hasAside = figures.data != null || rollout !== undefined;
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
            {agent && agent.server_url !== '' && may('tokencreate') && !host.readonly && (
              <Button icon={<CopyIcon />} onClick={() => setInstalling(true)}>
                {words.install}
              </Button>
            )}
          </>
        }
      />
      <div className={mergeClasses(styles.columns, !hasAside && styles.alone)}>
        <div className={styles.main}>
          {figures.data && <FiguresStrip figures={figures.data} />}
          <div className={styles.bar}>
            <h2 className={styles.heading}>{words.total(list.total)}</h2>
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
                {...(!searched && onlyActive && { action: toggle })}
              >
                {!searched && !hasNodes(figures.data) && words.noneHelp}
              </EmptyState>
            )}
            failedTitle={texts.loadingFailed}
            failed={texts.failedWith}
          />
          {figures.data !== null && <HistoryLegend />}
        </div>
        {hasAside && (
          <div className={styles.aside}>
            {rollout && <RolloutCard rollout={rollout} />}
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

function useColumns(
  configurations: ReadonlyMap<string, ConfigurationSummary>,
): Readonly<Record<string, EntityColumn<SidecarRow>>> {
  const styles = useStyles();
  return useMemo(
    () => ({
      node_name: {
        weight: 2,
        min: 140,
        render: (row) => (
          <span className={mergeClasses(styles.lines, !row.active && styles.dimmed)}>
            <Link route={routes.status(row.node_id)}>{row.node_name}</Link>
            <span className={styles.id}>{row.node_id}</span>
          </span>
        ),
      },
      'node_details.status.status': { weight: 2, min: 130, render: (row) => <StateCell row={row} /> },
      history: {
        fixed: 136,
        render: ({ history }) => (history === undefined ? null : <HistoryBar history={history} />),
      },
      'node_details.operating_system': {
        min: 132,
        render: (row) => (
          <span className={styles.lines}>
            <span>{systemName(row.node_details.operating_system)}</span>
            <span className={styles.note}>{row.sidecar_version}</span>
          </span>
        ),
      },
      tags: {
        min: 84,
        render: ({ node_details: { tags } }) => (
          <span className={styles.tags}>
            {tags.slice(0, 6).map((tag) => (
              <Chip key={tag} size="small">
                {tag}
              </Chip>
            ))}
          </span>
        ),
      },
      configuration: {
        weight: 1.5,
        min: 120,
        render: ({ assignments, delivered }) => {
          const [first] = assignments;
          const configuration = first && configurations.get(first.configuration_id);
          const version = first && delivered?.[first.configuration_id];
          if (!configuration) return null;
          return (
            <span className={styles.lines}>
              <span>{words.more(configuration.name, assignments.length - 1)}</span>
              {version !== undefined && <span className={styles.note}>{words.version(version)}</span>}
            </span>
          );
        },
      },
      last_seen: { min: 136, render: ({ last_seen: seen }) => <RelativeTime instant={seen} /> },
    }),
    [styles, configurations],
  );
}

/** Number of changes within 24 hours from which a node counts as flapping; the server uses the same number. */
const flappingFrom = 5;

function StateCell({ row }: { readonly row: SidecarRow }): ReactNode {
  const styles = useStyles();
  const code = stateOf(row);
  const { state, last_word: lastWord, node_details: details } = row;
  const failing = details.status?.collectors.find(({ status }) => status === 2);
  return (
    <span className={styles.lines}>
      <StateBadge code={code} />
      {!row.active && lastWord == null && <span className={styles.note}>{words.inactive}</span>}
      {lastWord && (
        <span className={styles.note}>
          {words.inactive} {words.silentSince} <RelativeTime instant={lastWord.at} />,{' '}
          {words.wasWord(stateWords[asStatus(lastWord.code)])}
        </span>
      )}
      {!lastWord && state && state.flaps >= flappingFrom ? (
        <span className={mergeClasses(styles.note, styles.failing)}>{words.flapping(state.flaps)}</span>
      ) : (
        code === 2 && failing && <span className={mergeClasses(styles.note, styles.failing)}>{failing.message}</span>
      )}
    </span>
  );
}

const help = {
  fields: ['name', 'status', 'operating_system', 'last_seen', 'node_id', 'sidecar_version'],
  examples: [
    ['web', 'the name contains “web”'],
    ['status:failing', 'the sidecar is failing'],
    ['operating_system:windows', 'the operating system is Windows'],
    ['sidecar_version:1.5', 'the version contains “1.5”'],
  ],
} as const;
