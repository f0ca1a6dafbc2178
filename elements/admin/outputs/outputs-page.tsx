/**
 * Renders a page that lists all outputs, or the outputs of a stream. The user can launch, assign, edit and delete
 * outputs (screens/data-intake.md S3, O1).
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { OutputSummary } from '../../../api/contract/outputs.js';
import type { Stream } from '../../../api/contract/streams.js';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import {
  assignOutputMutation,
  outputsQuery,
  outputStatesQuery,
  outputTypesQuery,
} from '../../../api/queries/outputs.js';
import { streamQuery } from '../../../api/queries/stream-administration.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Alert } from '../../kit/alert.js';
import { inOrder } from '../../kit/in-order.js';
import { ChooseTool, type Choice } from '../../kit/configured/choose-tool.js';
import { CardList } from '../../kit/configured/configured-card.js';
import { LaunchTool } from '../../kit/configured/launch-tool.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Float } from '../../kit/float.js';
import { StreamsIcon, TowardsIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { tokens, type } from '../../kit/tokens.js';
import { OutputCard } from './output-card.js';
import type { OutputTask } from './output-dialog.js';
import { texts } from './texts.js';

const OutputDialog = lazyPart(() => import('./output-dialog.js'), 'OutputDialog');

const useStyles = makeStyles({
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    justifyContent: 'space-between',
    gap: '16px 24px',
  },
  unreported: { ...type.caption, color: tokens.text.secondary },
});

const sortedByTitle = (outputs: readonly OutputSummary[]): readonly OutputSummary[] =>
  outputs.toSorted((one, other) => inOrder(one.title, other.title));

export function OutputsPage({ params }: PageProps): ReactNode {
  const streamId = params['streamId'];
  return streamId === undefined ? <Outputs stream={undefined} /> : <OutputsOfStream streamId={streamId} />;
}

function OutputsOfStream({ streamId }: { readonly streamId: string }): ReactNode {
  const { client } = useConnection();
  const { data: stream, error, refetch } = useQuery(streamQuery(client, streamId));
  usePageTitle(stream && `${texts.pageOfStream} ${stream.title}`);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  if (stream) return <Outputs key={stream.id} stream={stream} />;
  return (
    <PageLayout>
      <PageHeader title={texts.pageOfStream} description={texts.descriptionOfStream} />
      {!error && <Loading />}
      {error instanceof NotFound && <EmptyState icon={<StreamsIcon />} title={texts.streamMissing} />}
      {error && !(error instanceof NotFound) && (
        <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      )}
    </PageLayout>
  );
}

function Outputs({ stream }: { readonly stream: Stream | undefined }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayRead = usePermission('outputs:read');
  const mayAssign =
    stream !== undefined &&
    stream.is_editable &&
    !readonly &&
    allows(granted, `streams:edit:${stream.id}`) &&
    allows(granted, 'stream_outputs:create');
  const mayLaunch = usePermission('outputs:create') && mayRead && !readonly && (stream === undefined || mayAssign);
  const outputs = useQuery(outputsQuery(client, stream?.id));
  const types = useQuery({ ...outputTypesQuery(client), enabled: mayRead });
  const states = useQuery({ ...outputStatesQuery(client), enabled: mayRead });
  const [open, setOpen] = useState<OutputTask>();
  const close = (): void => setOpen(undefined);
  const sorted = useMemo(() => outputs.data && sortedByTitle(outputs.data), [outputs.data]);

  if (outputs.error instanceof Forbidden) return <Refusal error={outputs.error} />;
  return (
    <PageLayout>
      <PageHeader
        title={stream ? texts.pageOfStream : texts.page}
        {...(stream && { name: stream.title })}
        description={stream ? texts.descriptionOfStream : texts.description}
      />
      {stream && !stream.is_editable && <Alert kind="warning">{texts.isSystem}</Alert>}
      {(mayLaunch || mayAssign) && (
        <div className={styles.tools}>
          {mayLaunch && (
            <LaunchTool
              types={types.data}
              error={types.error}
              texts={texts.launch}
              onLaunch={(type) => setOpen({ kind: 'create', type })}
            />
          )}
          {stream && mayAssign && mayRead && sorted && <Assign stream={stream} assigned={sorted} />}
        </div>
      )}
      {sorted ? (
        sorted.length === 0 ? (
          <EmptyState icon={<TowardsIcon />} title={texts.none}>
            {mayLaunch && (stream ? texts.noneOfStreamHelp : texts.noneHelp)}
          </EmptyState>
        ) : (
          <>
            {states.data === null && <p className={styles.unreported}>{texts.status.unknown}</p>}
            <CardList>
              {sorted.map((output) => (
                <OutputCard
                  key={output.id}
                  output={output}
                  type={types.data?.[output.type]}
                  typesKnown={types.data !== undefined}
                  status={states.data?.get(output.id)}
                  streamId={stream?.id}
                  mayUnassign={stream !== undefined && allows(granted, `streams:edit:${stream.id}`)}
                  onTask={setOpen}
                />
              ))}
            </CardList>
          </>
        )
      ) : outputs.error ? (
        <ErrorPanel
          title={texts.loadingFailed}
          errors={[reasonOf(outputs.error)]}
          onRetry={() => void outputs.refetch()}
        />
      ) : (
        <Loading />
      )}
      <Float onFailed={close}>{open && <OutputDialog task={open} streamId={stream?.id} onClose={close} />}</Float>
    </PageLayout>
  );
}

interface AssignProps {
  readonly stream: Stream;
  readonly assigned: readonly OutputSummary[];
}

/** Renders a select and button that assign another existing output to the stream. */
function Assign({ stream, assigned }: AssignProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const all = useQuery(outputsQuery(client));
  const adding = useMutation(assignOutputMutation(client, queryClient, stream.id));
  const options = useMemo(
    () =>
      all.data &&
      sortedByTitle(all.data)
        .filter(({ id }) => !assigned.some((one) => one.id === id))
        .map(({ id, title }) => ({ value: id, label: title })),
    [all.data, assigned],
  );
  const assign = async ({ value: id, label: title }: Choice): Promise<void> => {
    try {
      await adding.mutateAsync(id);
      toast('success', texts.assign.done(title), texts.success);
      emit('log-changed', { type: 'output', id });
    } catch (error) {
      toast('error', reasonOf(error), texts.assign.failed);
    }
  };
  return (
    <ChooseTool
      label={texts.assign.output}
      options={options}
      error={all.error ? reasonOf(all.error) : undefined}
      placeholder={texts.assign.select}
      none={texts.assign.noOutputs}
      button={texts.assign.button}
      busy={adding.isPending}
      onChoose={(choice) => void assign(choice)}
    />
  );
}
