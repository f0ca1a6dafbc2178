/**
 * Renders a simulator: runs the pipelines of a stream on a message and shows the result (screens/administration.md E5).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { NotFound, reasonOf } from '../../../api/failures.js';
import { messageQuery, type RawMessage } from '../../../api/queries/messages.js';
import { ruleErrorsQuery, simulate } from '../../../api/queries/pipelines.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Field } from '../../kit/field.js';
import { RetryIcon, TrialIcon } from '../../kit/icons.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { SearchSelect } from '../../kit/search-select.js';
import { container, space, tokens, type } from '../../kit/tokens.js';
import { MessageLoader } from '../message-loader/index.js';
import { OrderAlert, pipelineTabs } from '../pipeline-parts/index.js';
import { PathSection } from './path-section.js';
import { SimulationResult } from './simulation-result.js';
import { texts } from './texts.js';

/** Id of the default stream on every server. */
const defaultStream = '000000000000000000000001';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: `${space.xl}px`,
    alignItems: 'start',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  hint: { color: tokens.text.secondary, ...type.body },
});

export function SimulatorPage({ search = '' }: PageProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const requested = new URLSearchParams(search);
  const index = requested.get('index');
  const messageId = requested.get('message');
  const streams = useQuery(streamsQuery(client));
  const [chosen, setChosen] = useState<string | undefined>(requested.get('stream') ?? undefined);
  const [raw, setRaw] = useState<RawMessage>();
  const [message, setMessage] = useState<ResultMessage>();
  const preset = index !== null && messageId !== null ? { index, messageId } : undefined;
  const loaded = useQuery({ ...messageQuery(client, index ?? '', messageId ?? ''), enabled: preset !== undefined });
  useEffect(() => {
    if (loaded.data) setMessage(loaded.data);
  }, [loaded.data]);
  const failedRule = requested.get('rule');
  const failures = useQuery({ ...ruleErrorsQuery(client, failedRule ?? ''), enabled: failedRule !== null });
  const failed = failures.data?.errors.find(({ time }) => time === requested.get('at'))?.message;
  useEffect(() => {
    if (failed) setMessage({ index: '', message: failed, highlight_ranges: null, decoration_stats: null });
  }, [failed]);
  const options = (streams.data?.streams ?? []).map(({ id, title }) => ({ value: id, label: title }));
  const fallback = options.find(({ value }) => value === defaultStream) ?? options[0];
  const streamId = chosen ?? fallback?.value;
  if (streams.data && options.length === 0) {
    return (
      <PageLayout>
        <PageTabs tabs={pipelineTabs('simulator')} />
        <PageHeader title={texts.page} description={texts.description} />
        <EmptyState icon={<TrialIcon />} title={texts.noStreams} />
      </PageLayout>
    );
  }
  return (
    <PageLayout>
      <PageTabs tabs={pipelineTabs('simulator')} />
      <PageHeader title={texts.page} description={texts.description} />
      <OrderAlert />
      <div className={styles.columns}>
        <Section title={texts.load}>
          <div className={styles.form}>
            <Field
              label={texts.stream}
              help={texts.streamHelp}
              error={streams.error ? texts.streamsFailed(reasonOf(streams.error)) : undefined}
            >
              <SearchSelect
                options={options.sort((one, other) => one.label.localeCompare(other.label))}
                loading={streams.isPending}
                value={streamId}
                onChange={(id) => id !== undefined && setChosen(id)}
              />
            </Field>
            <MessageLoader raw preset={preset} message={message} onMessage={setMessage} onRaw={setRaw} />
          </div>
        </Section>
        {message && streamId !== undefined ? (
          <div className={styles.form}>
            <Simulation message={message} streamId={streamId} />
            {raw && <PathSection raw={raw} />}
          </div>
        ) : (
          <Section title={texts.results}>
            <p className={styles.hint}>{texts.hint}</p>
          </Section>
        )}
      </div>
    </PageLayout>
  );
}

function Simulation({ message, streamId }: { readonly message: ResultMessage; readonly streamId: string }): ReactNode {
  const { client } = useConnection();
  const fields = message.message;
  const input = fields['gl2_source_input'];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['pipelines', 'simulation', streamId, message.index, fields],
    queryFn: ({ signal }) =>
      simulate(
        client,
        { stream_id: streamId, message: { ...fields }, ...(typeof input === 'string' && { input_id: input }) },
        signal,
      ),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <Section
      title={texts.results}
      action={
        <Button size="small" icon={<RetryIcon />} busy={isFetching} onClick={() => void refetch()}>
          {texts.again}
        </Button>
      }
    >
      {!data && !error && <Loading />}
      {error && (
        <ErrorPanel
          title={texts.failed}
          errors={[error instanceof NotFound ? reasonOf(error) : `${texts.failedHelp} ${reasonOf(error)}`]}
          onRetry={() => void refetch()}
        />
      )}
      {data && !error && <SimulationResult original={fields} simulation={data} />}
    </Section>
  );
}
