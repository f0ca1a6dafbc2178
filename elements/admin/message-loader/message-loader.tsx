/** Loads a stored message to try something on: the newest of an input, or one by its id (screens/data-intake.md M2). */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { NotFound, reasonOf } from '../../../api/failures.js';
import { latestMessageQuery, messageQuery } from '../../../api/queries/messages.js';
import { ruleInputsQuery } from '../../../api/queries/stream-administration.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { SearchSelect } from '../../kit/search-select.js';
import { Suspense } from '../../kit/suspense.js';
import { Tabs } from '../../kit/tabs.js';
import { container, tokens } from '../../kit/tokens.js';
import type { MessageDetailProps } from '../../message/index.js';
import { texts } from './texts.js';

const MessageDetail = lazyPart<'MessageDetail', MessageDetailProps>(
  () => import('../../message/index.js'),
  'MessageDetail',
);

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr)) auto',
    alignItems: 'start',
    gap: '12px',
    marginTop: '12px',
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  wide: { gridColumn: 'span 2', [container.medium]: { gridColumn: 'auto' } },
  // In one line with the controls, below their labels.
  button: { marginTop: '22px', justifySelf: 'start', [container.medium]: { marginTop: 0 } },
  message: {
    marginTop: '16px',
    maxHeight: '420px',
    overflow: 'auto',
    containerType: 'inline-size',
    containerName: 'widget',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    paddingTop: '8px',
  },
});

export interface MessageLoaderProps {
  /** Loaded at once, by its id. */
  readonly preset?: { readonly index: string; readonly messageId: string } | undefined;
  readonly message: ResultMessage | undefined;
  /** Undefined: what was loaded no longer counts. */
  readonly onMessage: (message: ResultMessage | undefined) => void;
}

export function MessageLoader({ preset, message, onMessage }: MessageLoaderProps): ReactNode {
  const styles = useStyles();
  const [way, setWay] = useState<'recent' | 'byId'>(preset ? 'byId' : 'recent');
  return (
    <>
      <Tabs
        label={texts.ways}
        tabs={(['recent', 'byId'] as const).map((key) => ({ key, label: texts[key] }))}
        active={way}
        onChange={(chosen) => {
          setWay(chosen);
          onMessage(undefined);
        }}
      >
        {way === 'recent' ? (
          <RecentMessage onMessage={onMessage} />
        ) : (
          <MessageById preset={preset} onMessage={onMessage} />
        )}
      </Tabs>
      {message && (
        <div className={styles.message} role="region" aria-label={texts.loaded} tabIndex={0}>
          <Suspense fallback={<Loading />}>
            <MessageDetail message={message} />
          </Suspense>
        </div>
      )}
    </>
  );
}

type Found = Pick<MessageLoaderProps, 'onMessage'>;

function RecentMessage({ onMessage }: Found): ReactNode {
  const { client, queryClient } = useConnection();
  const mayReadInputs = usePermission('inputs:read');
  const { data: inputs = [], isLoading } = useQuery({ ...ruleInputsQuery(client), enabled: mayReadInputs });
  const [inputId, setInputId] = useState<string>();
  const { busy, problem, load, forget } = useLoading(async () => {
    if (inputId === undefined) return texts.inputMissing;
    const found = await queryClient.fetchQuery({ ...latestMessageQuery(client, inputId), staleTime: 0 });
    if (!found) return texts.none(inputs.find(({ id }) => id === inputId)?.title ?? inputId);
    onMessage(found);
    return undefined;
  }, onMessage);
  const styles = useStyles();
  return (
    <form noValidate className={styles.form} onSubmit={load}>
      <Field
        label={texts.input}
        help={mayReadInputs ? texts.recentHelp : texts.noInputs}
        error={problem}
        className={styles.wide}
      >
        <SearchSelect
          options={inputs.map(({ id, title, name }) => ({ value: id, label: `${title} (${name})` }))}
          loading={isLoading}
          placeholder={texts.selectInput}
          value={inputId}
          onChange={(id) => {
            setInputId(id);
            forget();
          }}
        />
      </Field>
      <Button type="submit" busy={busy} className={styles.button}>
        {texts.load}
      </Button>
    </form>
  );
}

function MessageById({ preset, onMessage }: Pick<MessageLoaderProps, 'preset'> & Found): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const [messageId, setMessageId] = useState(preset?.messageId ?? '');
  const [index, setIndex] = useState(preset?.index ?? '');
  const [tried, setTried] = useState(false);
  const { busy, problem, load, forget } = useLoading(async () => {
    setTried(true);
    if (messageId.trim() === '' || index.trim() === '') return undefined;
    onMessage(await queryClient.fetchQuery(messageQuery(client, index.trim(), messageId.trim())));
    return undefined;
  }, onMessage);
  const loadPreset = useEffectEvent(() => load());
  const isPreset = preset !== undefined;
  useEffect(() => {
    if (isPreset) loadPreset();
  }, [isPreset]);
  const missing = (text: string, words: string): string | undefined =>
    tried && text.trim() === '' ? words : undefined;
  return (
    <form noValidate className={styles.form} onSubmit={load}>
      <Field label={texts.id} required error={missing(messageId, texts.idMissing) ?? problem}>
        <Input mono value={messageId} onChange={(text) => (setMessageId(text), forget())} />
      </Field>
      <Field label={texts.index} required error={missing(index, texts.indexMissing)}>
        <Input mono value={index} onChange={(text) => (setIndex(text), forget())} />
      </Field>
      <Button type="submit" busy={busy} className={styles.button}>
        {texts.load}
      </Button>
    </form>
  );
}

/** @param find says what is wrong, where nothing was found */
function useLoading(find: () => Promise<string | undefined>, onMessage: Found['onMessage']) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const load = (event?: FormEvent): void => {
    event?.preventDefault();
    event?.stopPropagation();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    onMessage(undefined);
    find()
      .then(setProblem, (error: unknown) => setProblem(error instanceof NotFound ? texts.notFound : reasonOf(error)))
      .finally(() => setBusy(false));
  };
  return { busy, problem, load, forget: () => setProblem(undefined) };
}
