/** Renders a page that lists the index sets with their statistics (screens/data-intake.md D1). */
import { makeStyles } from '@griffel/react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IndexSet, IndexSetStats } from '../../../api/contract/index-sets.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import {
  allIndexSetStatsQuery,
  indexSetsPageQuery,
  setDefaultIndexSetMutation,
} from '../../../api/queries/index-set-administration.js';
import { pageCount } from '../../../machines/paged-list.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { ProvisionedMark, useProvisioned } from '../../kit/provisioned.js';
import { Button } from '../../kit/button.js';
import { Chip } from '../../kit/chip.js';
import { CardList, ConfiguredCard } from '../../kit/configured/configured-card.js';
import { CreateButton } from '../../kit/create-button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { useLastPage } from '../../kit/entity-table/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Float } from '../../kit/float.js';
import { ChevronDownIcon, EditIcon, StreamsIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { Menu } from '../../kit/menu.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Refusal } from '../../kit/refusal.js';
import { SystemJobsSection } from '../system-jobs/index.js';
import { FailuresBar } from './failures-bar.js';
import { HealthBar } from '../indexer-health/index.js';
import { routes } from './routes.js';
import { SetFacts } from './set-facts.js';
import { texts } from './texts.js';

const DeleteDialog = lazyPart(() => import('./delete-dialog.js'), 'DeleteIndexSetDialog');
const perPage = 10;

const useStyles = makeStyles({
  pages: { display: 'flex', alignItems: 'center', gap: '12px', flexWrap: 'wrap' },
  // The description has its own line; the statistics share a line.
  about: { width: '100%', overflowWrap: 'anywhere' },
});

export function IndexSetsPage(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const navigate = useNavigate();
  const mayCreate = usePermission('indexsets:create') && !readonly;
  const mayReadFailures = usePermission('indices:failures');
  const mayReadJobs = usePermission('systemjobs:read');
  const mayReadHealth = usePermission('indexercluster:read');
  const [page, setPage] = useState(1);
  const [deleted, setDeleted] = useState<IndexSet>();
  const sets = useQuery({ ...indexSetsPageQuery(client, page, perPage), placeholderData: keepPreviousData });
  const total = useQuery(allIndexSetStatsQuery(client));
  const pages = pageCount(sets.data?.total ?? 0, perPage);
  useLastPage({ page, pages: sets.data && !sets.isPlaceholderData ? pages : undefined, onPage: setPage });
  if (sets.error instanceof Forbidden) return <Refusal error={sets.error} />;
  return (
    <PageLayout>
      <PageHeader
        title={texts.page}
        description={texts.description}
        actions={
          <>
            {mayReadFailures && <Button onClick={() => navigate(routes.failures)}>{texts.toFailures}</Button>}
            {mayCreate && <CreateButton label={texts.create} onClick={() => navigate(routes.create)} />}
          </>
        }
      />
      {mayReadHealth && <HealthBar />}
      {mayReadFailures && <FailuresBar />}
      <p>
        {texts.total(
          total.data ? texts.figures(total.data.indices, total.data.documents, total.data.size) : texts.unknownTotal,
        )}
      </p>
      {sets.data && (sets.data.index_sets.length > 0 || sets.data.total === 0) ? (
        sets.data.total === 0 ? (
          <EmptyState icon={<StreamsIcon />} title={texts.none} />
        ) : (
          <CardList>
            {sets.data.index_sets.map((set) => (
              <SetCard key={set.id} set={set} stats={sets.data.stats[set.id]} onDelete={setDeleted} />
            ))}
          </CardList>
        )
      ) : sets.error ? (
        <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(sets.error)]} onRetry={() => void sets.refetch()} />
      ) : (
        <Loading />
      )}
      {pages > 1 && (
        <div className={styles.pages}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {texts.previous}
          </Button>
          {texts.pageOf(page, pages)}
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {texts.next}
          </Button>
        </div>
      )}
      {mayReadJobs && <SystemJobsSection />}
      <Float onFailed={() => setDeleted(undefined)}>
        {deleted && <DeleteDialog set={deleted} onClose={() => setDeleted(undefined)} onDone={() => setPage(1)} />}
      </Float>
    </PageLayout>
  );
}

interface SetCardProps {
  readonly set: IndexSet;
  readonly stats: IndexSetStats | undefined;
  readonly onDelete: (set: IndexSet) => void;
}

function SetCard({ set, stats, onDelete }: SetCardProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const granted = useCurrentUser()?.permissions ?? [];
  const { id, title } = set;
  const mayEdit = !readonly && allows(granted, `indexsets:edit:${id}`);
  const mayDelete = !readonly && allows(granted, `indexsets:delete:${id}`);
  const setting = useMutation(setDefaultIndexSetMutation(client, queryClient));
  const setDefault = async (): Promise<void> => {
    try {
      await setting.mutateAsync(id);
      toast('success', texts.setDefaultDone(title), texts.success);
      emit('log-changed', { type: 'index_set', id });
    } catch (error) {
      toast('error', reasonOf(error), texts.setDefaultFailed);
    }
  };
  const provisionedBy = useProvisioned();
  return (
    <ConfiguredCard
      title={title}
      route={routes.details(id)}
      level={2}
      facts={
        <>
          {stats && <span>{texts.figures(stats.indices, stats.documents, stats.size)}</span>}
          {set.default && <Chip size="small">{texts.labels.default}</Chip>}
          <ProvisionedMark file={provisionedBy(id)} />
          {!set.writable && <Chip size="small">{texts.labels.readOnly}</Chip>}
          {set.description !== '' && <span className={styles.about}>{set.description}</span>}
          {set.default && <span className={styles.about}>{texts.isDefault}</span>}
        </>
      }
      actions={
        <>
          {mayEdit && (
            <Button
              size="small"
              icon={<EditIcon />}
              aria-label={texts.editNamed(title)}
              onClick={() => navigate(routes.edit(id))}
            >
              {texts.edit}
            </Button>
          )}
          {(mayEdit || mayDelete) && (
            <Menu
              label={texts.moreNamed(title)}
              entries={[
                ...(mayEdit
                  ? [
                      {
                        key: 'default',
                        label: texts.setDefault,
                        disabled: set.default || !set.can_be_default,
                        onSelect: () => void setDefault(),
                      },
                    ]
                  : []),
                ...(mayDelete
                  ? [{ key: 'delete', label: texts.delete, danger: true, onSelect: () => onDelete(set) }]
                  : []),
              ]}
            >
              <Button size="small" iconAfter={<ChevronDownIcon />} aria-label={texts.moreNamed(title)}>
                {texts.more}
              </Button>
            </Menu>
          )}
        </>
      }
    >
      <SetFacts set={set} />
    </ConfiguredCard>
  );
}
