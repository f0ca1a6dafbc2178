/** Renders rules of one stream, tested on a message and on stored messages (screens/data-intake.md S2). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type ReactNode } from 'react';
import type { ResultMessage } from '../../../api/contract/searches.js';
import type { MatchingType, Stream } from '../../../api/contract/streams.js';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import {
  routingPreviewQuery,
  streamQuery,
  streamTestQuery,
  updateStreamMutation,
} from '../../../api/queries/stream-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Radio } from '../../kit/checkbox.js';
import { Section } from '../../kit/detail-page/index.js';
import { DeniedState, EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Float } from '../../kit/float.js';
import { AddIcon, StreamsIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { MessageLoader } from '../message-loader/index.js';
import { PreviewSection } from './preview-section.js';
import { routes } from './routes.js';
import { RuleList } from './rule-list.js';
import { isOrdinary, useStreamRights } from './stream-rights.js';
import { texts } from './texts.js';
import { useStreamState } from './use-stream-state.js';

const RuleDialog = lazyPart(() => import('./rule-dialog.js'), 'RuleDialog');

const { rules: words } = texts;

const useStyles = makeStyles({
  part: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  done: { justifySelf: 'start' },
});

export function RulesPage({ params, search = '' }: PageProps): ReactNode {
  const { client } = useConnection();
  const { data: stream, error, refetch } = useQuery(streamQuery(client, params['streamId'] ?? ''));
  usePageTitle(stream && `${words.page} ${stream.title}`);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  return (
    <PageLayout>
      <PageHeader title={words.page} {...(stream && { name: stream.title })} description={words.description} />
      {stream && <Editor key={stream.id} stream={stream} search={search} />}
      {!stream && !error && <Loading />}
      {!stream && error instanceof NotFound && <EmptyState icon={<StreamsIcon />} title={words.missing} />}
      {!stream && error && !(error instanceof NotFound) && (
        <ErrorPanel title={words.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      )}
    </PageLayout>
  );
}

/** Returns the message that the address names; undefined if the address names no message. */
function presetOf(search: string): { index: string; messageId: string } | undefined {
  const given = new URLSearchParams(search);
  const [index, messageId] = [given.get('index') ?? '', given.get('message_id') ?? ''];
  return index !== '' && messageId !== '' ? { index, messageId } : undefined;
}

interface EditorProps {
  readonly stream: Stream;
  readonly search: string;
}

/**
 * Shows the workbench if the rules of the stream may be edited. For other streams the workbench is not mounted, so that
 * it loads no data.
 */
function Editor(props: EditorProps): ReactNode {
  const rights = useStreamRights();
  const { stream } = props;
  if (!isOrdinary(stream)) return <Alert kind="danger">{stream.is_default ? words.isDefault : words.isSystem}</Alert>;
  if (!rights.edit(stream)) return <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>;
  return <Workbench {...props} />;
}

function Workbench({ stream, search }: EditorProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const navigate = useNavigate();
  const rights = useStreamRights();
  const changeState = useStreamState();
  const preset = useMemo(() => presetOf(search), [search]);
  const [message, setMessage] = useState<ResultMessage>();
  const [adding, setAdding] = useState(false);
  const test = useQuery({
    ...streamTestQuery(client, stream.id, message ?? noMessage),
    enabled: message !== undefined,
  });
  const { data: preview } = useQuery(routingPreviewQuery(client, stream.id));
  return (
    <>
      <Section title={words.load} intro={words.loadHelp}>
        <MessageLoader preset={preset} message={message} onMessage={setMessage} />
      </Section>
      <Section
        title={words.manage}
        action={
          <Button appearance="primary" icon={<AddIcon />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        }
      >
        <div className={styles.part}>
          {stream.disabled && (
            <Alert
              kind="warning"
              action={
                rights.changeState(stream) && (
                  <Button size="small" onClick={() => void changeState(stream)}>
                    {texts.actions.start}
                  </Button>
                )
              }
            >
              {words.paused}
            </Alert>
          )}
          <MatchingChoice stream={stream} />
          {message === undefined ? (
            <Alert>{words.noMessage}</Alert>
          ) : test.error ? (
            <ErrorPanel title={words.testFailed} errors={[reasonOf(test.error)]} onRetry={() => void test.refetch()} />
          ) : test.data === undefined ? (
            <Alert>{words.testing}</Alert>
          ) : test.data.matches ? (
            <Alert kind="success">{words.routed}</Alert>
          ) : (
            <Alert kind="danger">{words.notRouted}</Alert>
          )}
          <RuleList
            stream={stream}
            results={message && test.data?.rules}
            preview={preview && preview.examined > 0 ? preview : undefined}
          />
        </div>
      </Section>
      <PreviewSection streamId={stream.id} />
      <Button className={styles.done} onClick={() => navigate(routes.list)}>
        {words.done}
      </Button>
      <Float onFailed={() => setAdding(false)}>
        {adding && <RuleDialog stream={stream} onClose={() => setAdding(false)} />}
      </Float>
    </>
  );
}

const noMessage: ResultMessage = { index: '', message: {}, highlight_ranges: null, decoration_stats: null };

function MatchingChoice({ stream }: { readonly stream: Stream }): ReactNode {
  const name = useId();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const { mutateAsync } = useMutation(updateStreamMutation(client, queryClient));
  const choose = async (matching: MatchingType): Promise<void> => {
    const question = { title: words.changeTitle, text: words.changeText, confirm: words.change };
    if (matching === stream.matching_type || !(await confirm(question))) return;
    try {
      await mutateAsync({ id: stream.id, changes: { matching_type: matching } });
      toast('success', words.changed, texts.success);
      emit('log-changed', { type: 'stream', id: stream.id });
    } catch (error) {
      toast('error', reasonOf(error), words.changeFailed);
    }
  };
  return (
    <Field label={words.matching} group>
      {(['AND', 'OR'] as const).map((one) => (
        <Radio
          key={one}
          name={name}
          label={one === 'AND' ? words.all : words.any}
          checked={stream.matching_type === one}
          onChoose={() => void choose(one)}
        />
      ))}
    </Field>
  );
}
