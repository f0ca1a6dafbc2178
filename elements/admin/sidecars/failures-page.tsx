/** Renders a list with one row per failing collector (screens/administration.md F5). */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { CollectorStatus, SidecarSummary } from '../../../api/contract/sidecars.schema.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { allSidecarsQuery } from '../../../api/queries/sidecars.js';
import { pageCount } from '../../../machines/paged-list.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { Pager, ariaSort, SortButton } from '../../kit/entity-table/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useFactTable } from '../../kit/fact-table.js';
import { EnabledIcon } from '../../kit/icons.js';
import { inOrder } from '../../kit/in-order.js';
import { Link } from '../../kit/link.js';
import { PageTabs } from '../../kit/list-page/page-tabs.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Refusal } from '../../kit/refusal.js';
import { SearchBox } from '../../kit/search-box.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { tokens } from '../../kit/tokens.js';
import { ErrorDetails } from './error-details.js';
import { pageTexts } from './page-texts.js';
import { routes, sidecarTabs } from './routes.js';
import { StateBadge } from './state-badge.js';
import { texts } from './texts.js';
import { useCollectorNames } from './use-collector-names.js';

const words = pageTexts.failures;
const pageSize = 25;

const useStyles = makeStyles({
  name: { minWidth: '105px' },
  message: { minWidth: '160px' },
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px', justifyContent: 'space-between' },
  card: {
    padding: '8px 12px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
    overflowX: 'auto',
  },
});

interface Failure {
  readonly sidecar: SidecarSummary;
  readonly status: CollectorStatus;
}
type SortKey = 'node_name' | 'last_seen';

/**
 * Returns the failing collectors of a sidecar. If the sidecar is silent and its last report was a failure, collectors
 * of unknown state count as failing.
 */
const failuresOf = (sidecar: SidecarSummary): Failure[] =>
  (sidecar.node_details.status?.collectors ?? [])
    .filter(({ status }) => status === 2 || (status === 1 && sidecar.last_word?.code === 2))
    .map((status) => ({ sidecar, status }));

export function FailuresPage(): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  const { client } = useConnection();
  const sidecars = useQuery(allSidecarsQuery(client));
  const collectorName = useCollectorNames();
  const [query, setQuery] = useState('');
  const [withInactive, setWithInactive] = useState(true);
  const [sort, setSort] = useState<{ readonly by: SortKey; readonly descending: boolean }>({
    by: 'last_seen',
    descending: true,
  });
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<Failure>();
  const failures = useMemo(() => {
    const wanted = query.trim().toLowerCase();
    return (sidecars.data ?? [])
      .filter(({ active }) => withInactive || active)
      .filter(({ node_name: name, node_id: id }) => `${name} ${id}`.toLowerCase().includes(wanted))
      .flatMap(failuresOf)
      .sort((a, b) => (sort.descending ? -1 : 1) * inOrder(a.sidecar[sort.by], b.sidecar[sort.by]));
  }, [sidecars.data, query, withInactive, sort]);
  if (sidecars.error instanceof Forbidden) return <Refusal error={sidecars.error} />;
  const pages = pageCount(failures.length, pageSize);
  const shown = failures.slice((Math.min(page, pages) - 1) * pageSize, Math.min(page, pages) * pageSize);
  const head = (by: SortKey, label: string): ReactNode => {
    const direction = sort.by === by ? (sort.descending ? 'desc' : 'asc') : undefined;
    return (
      <th scope="col" aria-sort={ariaSort(direction)}>
        <SortButton
          title={label}
          sorted={direction}
          onSort={() => {
            setSort({ by, descending: sort.by === by ? !sort.descending : true });
            setPage(1);
          }}
        />
      </th>
    );
  };
  return (
    <PageLayout>
      <PageTabs tabs={sidecarTabs('failures')} />
      <PageHeader title={words.page} description={words.description} />
      <div className={styles.tools}>
        <SearchBox label={texts.search} query={query} onSearch={(text) => (setQuery(text), setPage(1))} />
        <Button
          onClick={() => {
            setWithInactive(!withInactive);
            setPage(1);
          }}
        >
          {withInactive ? texts.overview.hide : texts.overview.include}
        </Button>
      </div>
      {sidecars.error && !sidecars.data ? (
        <ErrorPanel
          title={texts.loadingFailed}
          errors={[reasonOf(sidecars.error)]}
          onRetry={() => void sidecars.refetch()}
        />
      ) : !sidecars.data ? (
        <Loading />
      ) : failures.length === 0 ? (
        <EmptyState icon={<EnabledIcon />} title={query === '' ? words.none : words.found} />
      ) : (
        <div className={styles.card}>
          <table className={table} aria-label={words.page}>
            <thead>
              <tr>
                {head('node_name', words.sidecar)}
                <th scope="col">{words.collector}</th>
                {head('last_seen', words.lastSeen)}
                <th scope="col">{words.status}</th>
                <th scope="col">{words.message}</th>
                <th scope="col">{words.verbose}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((failure, index) => (
                <tr key={index}>
                  <td className={styles.name}>
                    <Link route={routes.status(failure.sidecar.node_id)}>{failure.sidecar.node_name}</Link>
                    {!failure.sidecar.active && ` ${words.inactive}`}
                  </td>
                  <td className={styles.name} data-label={words.collector}>
                    {collectorName(failure.status)}
                  </td>
                  <td data-label={words.lastSeen}>
                    <RelativeTime instant={failure.sidecar.last_seen} />
                  </td>
                  <td data-short>
                    <StateBadge code={failure.status.status} />
                  </td>
                  <td className={styles.message}>{failure.status.message}</td>
                  <td>
                    {failure.status.verbose_message !== '' && (
                      <Button size="small" onClick={() => setOpen(failure)}>
                        {words.showDetails}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {pages > 1 && (
            <Pager
              page={Math.min(page, pages)}
              pages={pages}
              shown={shown.length}
              total={failures.length}
              onPage={setPage}
            />
          )}
        </div>
      )}
      {open && (
        <ErrorDetails
          name={collectorName(open.status)}
          text={open.status.verbose_message}
          onClose={() => setOpen(undefined)}
        />
      )}
    </PageLayout>
  );
}
