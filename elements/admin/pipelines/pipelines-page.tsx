/** Renders the list of pipelines with their streams and stages (screens/administration.md E1). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { allows } from '../../../api/permissions.js';
import { pipelineMetric } from '../../../api/queries/pipeline-figures.js';
import {
  deletePipelineMutation,
  pipelinePageQuery,
  pipelinesQuery,
  type StoredPipeline,
} from '../../../api/queries/pipelines.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { CreateButton } from '../../kit/create-button.js';
import { useEntityList, type EntityColumn, type RowActions } from '../../kit/entity-table/index.js';
import { DeleteIcon, EditIcon, PipelineIcon } from '../../kit/icons.js';
import { ListPage } from '../../kit/list-page/index.js';
import type { PageProps } from '../../kit/pages.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { FiguresSource, OrderAlert, pipelineTabs, routes } from '../pipeline-parts/index.js';
import { ConnectedStreams, FailedConnections, PipelineCell, StageNumbersContext, Timeline } from './list-cells.js';
import { texts } from './texts.js';

const order = ['title', 'connections', 'timeline'];
const defaults: EntityListLayout = {
  displayed: order,
  sort: { attributeId: 'title', direction: 'asc' },
  perPage: 20,
};
const nameOf = ({ title }: StoredPipeline): string => title ?? '';

const columns: Readonly<Record<string, EntityColumn<StoredPipeline>>> = {
  title: { weight: 2, min: 160, render: (pipeline) => <PipelineCell pipeline={pipeline} /> },
  connections: { weight: 1, min: 120, render: ({ id }) => <ConnectedStreams pipelineId={id} /> },
  timeline: { weight: 2, min: 180, render: (pipeline) => <Timeline pipeline={pipeline} /> },
};

export function PipelinesPage({ question, onQuestion }: PageProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const navigate = useNavigate();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayCreate = usePermission('pipeline:create') && !readonly;
  const list = useEntityList({ id: 'pipelines', defaults, query: pipelinePageQuery, question, onQuestion });
  const { rows } = list;
  const { data: all } = useQuery(pipelinesQuery(client));
  const deleting = useMutation(deletePipelineMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: texts.removal,
    one: deleting.mutateAsync,
    onGone: ([id]) => emit('log-changed', { type: 'pipeline', id }),
  });
  const figures = useMemo(() => (rows ?? []).map(({ id }) => pipelineMetric.pipeline(id)), [rows]);
  const numbers = useMemo(
    () =>
      [...new Set((all ?? rows ?? []).flatMap(({ stages }) => stages.map(({ stage }) => stage)))].sort((a, b) => a - b),
    [all, rows],
  );

  const actionsOf = (pipeline: StoredPipeline): RowActions => {
    const { id } = pipeline;
    const may = (action: string): boolean => !readonly && allows(granted, `pipeline:${action}:${id}`);
    return {
      buttons: [
        ...(may('edit')
          ? [{ key: 'edit', label: texts.edit, icon: <EditIcon />, onSelect: () => navigate(routes.pipeline(id)) }]
          : []),
        ...(may('delete')
          ? [
              {
                key: 'delete',
                label: texts.delete,
                icon: <DeleteIcon />,
                danger: true,
                onSelect: () => void remove(id, nameOf(pipeline)),
              },
            ]
          : []),
      ],
    };
  };
  return (
    <FiguresSource names={figures}>
      <StageNumbersContext value={numbers}>
        <ListPage
          texts={texts.list}
          tabs={pipelineTabs('pipelines')}
          help={help}
          icon={<PipelineIcon />}
          list={list}
          nameOf={nameOf}
          above={
            <>
              <OrderAlert />
              {list.rows && <FailedConnections />}
            </>
          }
          columns={columns}
          order={order}
          rowActions={actionsOf}
          actionButtons={2}
          {...(mayCreate && {
            create: <CreateButton label={texts.create} onClick={() => navigate(routes.newPipeline)} />,
          })}
        />
      </StageNumbersContext>
    </FiguresSource>
  );
}

const help = {
  fields: ['title', 'description'],
  examples: [
    ['shop', 'the title contains “shop”'],
    ['description:nginx', 'the description contains “nginx”'],
  ],
} as const;
