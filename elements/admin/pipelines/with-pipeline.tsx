/** Loads the pipeline of a page, sets the page title, and shows when it is missing or forbidden. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { pipelineQuery, type StoredPipeline } from '../../../api/queries/pipelines.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { PipelineIcon } from '../../kit/icons.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Refusal } from '../../kit/refusal.js';
import { pipelineTabs } from '../pipeline-parts/index.js';
import { texts } from './texts.js';

export interface ShownPipeline {
  readonly pipeline: StoredPipeline;
  readonly mayEdit: boolean;
}

export interface WithPipelineProps {
  readonly pipelineId: string;
  readonly actions: (shown: ShownPipeline) => ReactNode;
  readonly children: (shown: ShownPipeline) => ReactNode;
}

export function WithPipeline({ pipelineId, actions, children }: WithPipelineProps): ReactNode {
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const { data, error, refetch } = useQuery(pipelineQuery(client, pipelineId));
  const title = data?.title ?? undefined;
  usePageTitle(title === undefined ? undefined : `${texts.page.title} ${title}`);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  const shown = data && {
    pipeline: { ...data, id: pipelineId },
    mayEdit: !readonly && allows(granted, `pipeline:edit:${pipelineId}`),
  };
  return (
    <PageLayout>
      <PageTabs tabs={pipelineTabs('pipelines')} />
      <PageHeader
        title={texts.page.title}
        {...(title !== undefined && { name: title })}
        {...(data?.description && { description: data.description })}
        {...(shown && { actions: actions(shown) })}
      />
      {shown && children(shown)}
      {!shown && !error && <Loading />}
      {!shown && error instanceof NotFound && <EmptyState icon={<PipelineIcon />} title={texts.page.missing} />}
      {!shown && error && !(error instanceof NotFound) && (
        <ErrorPanel title={texts.page.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      )}
    </PageLayout>
  );
}
