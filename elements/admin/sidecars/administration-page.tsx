/**
 * Renders the collectors of all sidecars: assign configurations, start, restart and stop (screens/administration.md
 * F3).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { CollectorSummary, ConfigurationSummary, SidecarSummary } from '../../../api/contract/sidecars.schema.js';
import { Forbidden } from '../../../api/failures.js';
import { collectorsQuery, configurationsQuery } from '../../../api/queries/sidecar-configurations.js';
import { administrationQuery } from '../../../api/queries/sidecars.js';
import { pageCount } from '../../../machines/paged-list.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Checkbox } from '../../kit/checkbox.js';
import { EmptyState } from '../../kit/empty-state.js';
import { Pager, PageSizeMenu, useLastPage } from '../../kit/entity-table/index.js';
import { Failed } from '../../kit/failed.js';
import { StackIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { PageTabs } from '../../kit/list-page/page-tabs.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { SearchBox } from '../../kit/search-box.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { AdministrationFilters, type SidecarFilters } from './administration-filters.js';
import { pageTexts } from './page-texts.js';
import { ProcessActions, type SelectedCollector } from './process-actions.js';
import { routes, sidecarTabs } from './routes.js';
import { asStatus } from './state.js';
import { StateBadge } from './state-badge.js';
import { ConfigurationLabel } from './configuration-label.js';
import { texts } from './texts.js';

const words = pageTexts.administration;

const useStyles = makeStyles({
  card: { border: `1px solid ${tokens.border.subtle}`, borderRadius: '6px', backgroundColor: tokens.surface.card },
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 16px',
    borderBottom: `1px solid ${tokens.border.subtle}`,
  },
  picked: { backgroundColor: tokens.selection.background },
  search: { width: '280px', maxWidth: '100%', [container.compact]: { flex: '1 1 160px', width: 'auto' } },
  grow: { flexGrow: 1, [container.compact]: { display: 'none' } },
  group: { borderBottom: `1px solid ${tokens.border.divider}` },
  node: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 16px',
    backgroundColor: tokens.surface.subtle,
    ...type.body,
  },
  id: { ...type.logSmall, color: tokens.text.secondary, overflowWrap: 'anywhere' },
  note: { color: tokens.text.secondary, ...type.body },
  row: {
    display: 'grid',
    gridTemplateColumns: '28px minmax(120px, 1fr) minmax(0, 3fr) 110px',
    alignItems: 'center',
    gap: '8px',
    padding: '6px 16px 6px 32px',
    ...type.body,
    [container.compact]: { gridTemplateColumns: '28px minmax(0, 1fr)', paddingLeft: '16px' },
  },
  labels: { display: 'flex', flexWrap: 'wrap', gap: '4px', minWidth: 0, [container.compact]: { gridColumn: 2 } },
  status: { [container.compact]: { gridColumn: 2 } },
  none: { padding: '6px 16px 6px 32px', color: tokens.text.secondary, ...type.body },
  state: { padding: '32px 16px' },
});

const pageSizes = [10, 25, 50, 100];

const keyOf = (nodeId: string, collectorId: string): string => JSON.stringify([nodeId, collectorId]);

/** Returns the initial search query: `?node_id=` in the address searches for that sidecar. */
const firstQuery = (search: string): string => {
  const node = new URLSearchParams(search).get('node_id');
  return node === null ? '' : `node_id:${/^[\w-]+$/.test(node) ? node : JSON.stringify(node)}`;
};

export function AdministrationPage({ search = '' }: PageProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client } = useConnection();
  const mayUpdate = usePermission('sidecars:update') && !host.readonly;
  const [query, setQuery] = useState(() => firstQuery(search));
  const [filters, setFilters] = useState<SidecarFilters>({});
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(10);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const list = useQuery(administrationQuery(client, { page, per_page: perPage, query, filters }));
  const collectors = useQuery(collectorsQuery(client));
  const configurations = useQuery(configurationsQuery(client));
  const rows = list.data?.sidecars;
  const total = list.data?.pagination.total ?? 0;
  const pages = pageCount(total, perPage);
  useLastPage({ page, pages: list.data && !list.isPlaceholderData ? pages : undefined, onPage: setPage });
  const shown = useMemo(() => selectableOf(rows ?? [], collectors.data ?? []), [rows, collectors.data]);
  const selected = shown.filter(({ key }) => picked.has(key));
  if (list.error instanceof Forbidden) return <Refusal error={list.error} />;

  const needed = [list, collectors, configurations];
  const isFailed = needed.some(({ error }) => error !== null);
  const ask = (change: () => void): void => {
    change();
    setPage(1);
    setPicked(new Set());
  };
  const pick = (keys: readonly string[], on: boolean): void =>
    setPicked((before) => {
      const next = new Set(before);
      for (const key of keys)
        if (on) next.add(key);
        else next.delete(key);
      return next;
    });
  const stateOfAll = (keys: readonly string[]): boolean | 'mixed' => {
    const count = keys.filter((key) => picked.has(key)).length;
    return count === 0 ? false : count === keys.length ? true : 'mixed';
  };
  const isSearched = query !== '' || Object.keys(filters).length > 0;
  return (
    <PageLayout>
      <PageTabs tabs={sidecarTabs('administration')} />
      <PageHeader title={words.page} description={words.description} />
      <div className={styles.card}>
        <div className={styles.tools}>
          <SearchBox
            className={styles.search}
            label={texts.search}
            placeholder={texts.search}
            query={query}
            onSearch={(text) => ask(() => setQuery(text))}
          />
          <span className={styles.grow} />
          <PageSizeMenu sizes={pageSizes} size={perPage} onChoose={(size) => ask(() => setPerPage(size))} />
        </div>
        <div className={mergeClasses(styles.tools, selected.length > 0 && styles.picked)}>
          {mayUpdate && shown.length > 0 && (
            <Checkbox
              label={selected.length > 0 ? words.selected(selected.length) : words.selectAll}
              checked={stateOfAll(shown.map(({ key }) => key))}
              onChange={(on) =>
                pick(
                  shown.map(({ key }) => key),
                  on,
                )
              }
            />
          )}
          {selected.length > 0 ? (
            <ProcessActions
              selected={selected}
              configurations={configurations.data ?? []}
              onDone={() => setPicked(new Set())}
            />
          ) : (
            <AdministrationFilters
              collectors={collectors.data ?? []}
              configurations={configurations.data ?? []}
              filters={filters}
              onFilters={(next) => ask(() => setFilters(next))}
            />
          )}
        </div>
        {isFailed && <Failed title={texts.loadingFailed} queries={needed} />}
        {!rows || !collectors.data ? (
          !isFailed && (
            <div className={styles.state}>
              <Loading />
            </div>
          )
        ) : rows.length === 0 ? (
          <div className={styles.state}>
            <EmptyState icon={<StackIcon />} title={isSearched ? words.found : words.none} />
          </div>
        ) : (
          <>
            {rows.map((sidecar) => (
              <Group
                key={sidecar.node_id}
                sidecar={sidecar}
                entries={shown.filter((one) => one.sidecar.node_id === sidecar.node_id)}
                configurations={configurations.data ?? []}
                selectable={mayUpdate}
                picked={picked}
                onPick={pick}
                checked={stateOfAll}
              />
            ))}
            <Pager
              page={Math.min(page, pages)}
              pages={pages}
              shown={rows.length}
              total={total}
              onPage={(next) => (setPage(next), setPicked(new Set()))}
            />
          </>
        )}
      </div>
    </PageLayout>
  );
}

interface Selectable extends SelectedCollector {
  readonly key: string;
}

/** Returns every collector of every listed sidecar, in display order. */
const selectableOf = (
  rows: readonly SidecarSummary[],
  collectors: readonly CollectorSummary[],
): readonly Selectable[] =>
  rows.flatMap((sidecar) =>
    collectors
      .filter(({ id }) => sidecar.collectors?.includes(id))
      .map((collector) => ({ key: keyOf(sidecar.node_id, collector.id), sidecar, collector })),
  );

interface GroupProps {
  readonly sidecar: SidecarSummary;
  readonly entries: readonly Selectable[];
  readonly configurations: readonly ConfigurationSummary[];
  readonly selectable: boolean;
  readonly picked: ReadonlySet<string>;
  readonly onPick: (keys: readonly string[], on: boolean) => void;
  readonly checked: (keys: readonly string[]) => boolean | 'mixed';
}

function Group({ sidecar, entries, configurations, selectable, picked, onPick, checked }: GroupProps): ReactNode {
  const styles = useStyles();
  const keys = entries.map(({ key }) => key);
  return (
    <section className={styles.group} aria-label={sidecar.node_name}>
      <div className={styles.node}>
        {selectable && entries.length > 0 && (
          <Checkbox
            aria-label={words.selectSidecar(sidecar.node_name)}
            checked={checked(keys)}
            onChange={(on) => onPick(keys, on)}
          />
        )}
        <Link route={routes.status(sidecar.node_id)}>{sidecar.node_name}</Link>
        <span className={styles.id}>{sidecar.node_id}</span>
        {!sidecar.active && <span className={styles.note}>{words.inactive}</span>}
      </div>
      {entries.length === 0 && <p className={styles.none}>{words.noCollector}</p>}
      {entries.map(({ key, collector }) => {
        const assigned = sidecar.assignments.filter(({ collector_id: id }) => id === collector.id);
        const status = sidecar.node_details.status?.collectors.find(({ collector_id: id }) => id === collector.id);
        return (
          <div key={key} className={styles.row}>
            {selectable ? (
              <Checkbox
                aria-label={words.selectCollector(collector.name, sidecar.node_name)}
                checked={picked.has(key)}
                onChange={(on) => onPick([key], on)}
              />
            ) : (
              <span />
            )}
            <span>{collector.name}</span>
            <span className={styles.labels}>
              {assigned.map((one) => {
                const configuration = configurations.find(({ id }) => id === one.configuration_id);
                return (
                  configuration && (
                    <ConfigurationLabel key={one.configuration_id} configuration={configuration} assignment={one} />
                  )
                );
              })}
            </span>
            <span className={styles.status}>
              {(status !== undefined || assigned.length > 0) && <StateBadge code={asStatus(status?.status)} />}
            </span>
          </div>
        );
      })}
    </section>
  );
}
