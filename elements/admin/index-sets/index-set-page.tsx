/** Renders the page of an index set and its indices (screens/data-intake.md D4). */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { IndexSet } from '../../../api/contract/index-sets.js';
import type { IndexerOverview } from '../../../api/contract/indices.js';
import { ApiFailure, Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import {
  indexerOverviewQuery,
  indexSetActionMutation,
  indexSetQuery,
  type IndexSetAction,
} from '../../../api/queries/index-set-administration.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { ChevronDownIcon, EditIcon, StreamsIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { SystemJobsSection } from '../system-jobs/index.js';
import { FieldTypes } from './field-types.js';
import { Growth } from './growth.js';
import { alertKindOf, healthLine } from '../indexer-health/index.js';
import { IndexList } from './index-list.js';
import { routes } from './routes.js';
import { SetFacts } from './set-facts.js';
import { texts } from './texts.js';
import { useOptimising } from './use-optimising.js';

const { set: words } = texts;

export function IndexSetPage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const { data: set, error, refetch } = useQuery(indexSetQuery(client, params['indexSetId'] ?? ''));
  usePageTitle(set && `${words.page} ${set.title}`);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  if (set) return <Loaded key={set.id} set={set} />;
  return (
    <PageLayout>
      <PageHeader title={words.page} />
      {!error && <Loading />}
      {error instanceof NotFound && <EmptyState icon={<StreamsIcon />} title={texts.missing} />}
      {error && !(error instanceof NotFound) && (
        <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      )}
    </PageLayout>
  );
}

function Loaded({ set }: { readonly set: IndexSet }): ReactNode {
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const navigate = useNavigate();
  const mayEdit = usePermission(`indexsets:edit:${set.id}`) && !readonly;
  const mayReadFailures = usePermission('indices:failures');
  const mayReadJobs = usePermission('systemjobs:read');
  const overview = useQuery(indexerOverviewQuery(client, set.id));
  const { data, error } = overview;
  // After a failed refresh the last overview stays, unless the server answers with HTTP status 503 that the overview is
  // unavailable.
  const isUnavailable = error && (!data || (error instanceof ApiFailure && error.status === 503));
  return (
    <PageLayout>
      <PageHeader
        title={words.page}
        name={set.title}
        description={set.description}
        actions={
          <>
            <Button onClick={() => navigate(routes.list)}>{texts.overview}</Button>
            {mayReadFailures && <Button onClick={() => navigate(routes.failures)}>{texts.toFailures}</Button>}
            {mayEdit && (
              <Button icon={<EditIcon />} onClick={() => navigate(routes.edit(set.id, 'details'))}>
                {words.edit}
              </Button>
            )}
            {!readonly && <Maintenance set={set} />}
          </>
        }
      />
      <Section title={words.configuration}>
        <SetFacts set={set} />
      </Section>
      {isUnavailable ? (
        <ErrorPanel title={words.unavailable} errors={[reasonOf(error)]} onRetry={() => void overview.refetch()} />
      ) : data ? (
        <>
          <Summary overview={data} />
          <Growth setId={set.id} />
          <FieldTypes set={set} />
          <Section title={words.indices}>
            <IndexList indices={data.indices} setId={set.id} />
          </Section>
          {mayReadJobs && <SystemJobsSection />}
        </>
      ) : (
        <Loading />
      )}
    </PageLayout>
  );
}

/**
 * Renders the summary of the index set and health of the message storage; problems of the storage have a bar of their
 * own.
 */
function Summary({ overview }: { readonly overview: IndexerOverview }): ReactNode {
  const { indices, counts, deflector, indexer_cluster: cluster } = overview;
  const kind = alertKindOf(cluster.health);
  const health = healthLine(cluster);
  return (
    <>
      <Alert kind="success">
        <p>{words.summary(indices.length, counts.events, deflector.current_target)}</p>
        {kind === 'success' && <p>{health}</p>}
      </Alert>
      {kind !== 'success' && <Alert kind={kind}>{health}</Alert>}
    </>
  );
}

function Maintenance({ set }: { readonly set: IndexSet }): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const mayRebuild = usePermission('indexranges:rebuild');
  const mayCycle = usePermission('deflector:cycle') && set.writable;
  const acting = useMutation(indexSetActionMutation(client, queryClient, set.id));
  const act = async (action: IndexSetAction): Promise<void> => {
    const question = { title: words[action], text: words[`${action}Text`], confirm: words[action] };
    if (!(await confirm(question))) return;
    try {
      await acting.mutateAsync(action);
      toast('success', words[`${action}Done`], texts.success);
      emit('log-changed', { type: 'index_set', id: set.id });
    } catch (error) {
      toast('error', reasonOf(error), words[`${action}Failed`]);
    }
  };
  const allowed = { recalculate: mayRebuild, rotate: mayCycle };
  const optimising = useOptimising(set.id, { index_set_id: set.id }, set.title);
  const entries: MenuEntry[] = (['recalculate', 'rotate'] as const)
    .filter((action) => allowed[action])
    .map((action) => ({ key: action, label: words[action], onSelect: () => void act(action) }));
  if (optimising) entries.push({ key: 'optimise', label: texts.optimising.set, onSelect: optimising.optimise });
  if (entries.length === 0) return null;
  return (
    <Menu label={words.maintenance} entries={entries}>
      <Button iconAfter={<ChevronDownIcon />} busy={acting.isPending || (optimising?.isBusy ?? false)}>
        {words.maintenance}
      </Button>
    </Menu>
  );
}
