/**
 * Renders a form that loads a message for a test: the newest message of an input, a message by its id, or a message
 * decoded from a raw text (screens/data-intake.md M2).
 */
import { makeStyles } from '@griffel/react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { InputSummary } from '../../../api/contract/inputs.js';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { NotFound, reasonOf } from '../../../api/failures.js';
import { latestMessageQuery, messageQuery, type RawMessage } from '../../../api/queries/messages.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { Part } from '../../kit/part.js';
import { SearchSelect } from '../../kit/search-select.js';
import { Select } from '../../kit/select.js';
import { Suspense } from '../../kit/suspense.js';
import { Tabs } from '../../kit/tabs.js';
import { container, tokens } from '../../kit/tokens.js';
import { useRuleInputs } from '../../kit/use-rule-inputs.js';
import type { MessageDetailProps } from '../../message/index.js';
import { texts } from './texts.js';

const MessageDetail = lazyPart<'MessageDetail', MessageDetailProps>(
  () => import('../../message/index.js'),
  'MessageDetail',
);

const RawMessageForm = lazyPart(() => import('./raw-message-form.js'), 'RawMessageForm');

const ways = ['recent', 'byId', 'raw'] as const;
type Way = (typeof ways)[number];

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
  // The buttons are aligned with the controls, not with the labels above the controls.
  buttons: {
    display: 'flex',
    gap: '8px',
    marginTop: '22px',
    justifySelf: 'start',
    [container.medium]: { marginTop: 0 },
  },
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
  /** Input from which the newest message is loaded; if undefined, the user selects an input. */
  readonly input?: Pick<InputSummary, 'id' | 'title' | 'name'> | undefined;
  /** Index and id of the message that is loaded first. */
  readonly preset?: { readonly index: string; readonly messageId: string } | undefined;
  readonly message: ResultMessage | undefined;
  /** Called with the loaded message, and with undefined when the user starts loading or chooses another way to load. */
  readonly onMessage: (message: ResultMessage | undefined) => void;
  /** True also offers to decode a raw text with a codec; default false. */
  readonly raw?: boolean;
  /** Called with the raw text from which the message was decoded, or with undefined if there is no raw text. */
  readonly onRaw?: (raw: RawMessage | undefined) => void;
  /** Returns the menu of a field of the message. */
  readonly fieldMenu?: MessageDetailProps['fieldMenu'];
}

export function MessageLoader(props: MessageLoaderProps): ReactNode {
  const { input, preset, message, onMessage, raw = false, onRaw, fieldMenu } = props;
  const styles = useStyles();
  const [way, setWay] = useState<Way>(preset ? 'byId' : 'recent');
  const show = (chosen: Way): void => {
    setWay(chosen);
    onMessage(undefined);
    onRaw?.(undefined);
  };
  const back = (): void => show('recent');
  return (
    <>
      <Tabs
        label={texts.ways}
        tabs={ways.filter((key) => raw || key !== 'raw').map((key) => ({ key, label: texts[key] }))}
        active={way}
        onChange={show}
      >
        {way === 'recent' ? (
          <RecentMessage input={input} onMessage={onMessage} />
        ) : way === 'byId' ? (
          <MessageById preset={preset} onMessage={onMessage} onCancel={back} />
        ) : (
          <Part fallback={<Loading />}>
            <RawMessageForm onMessage={onMessage} onRaw={onRaw} />
          </Part>
        )}
      </Tabs>
      {message && (
        <div className={styles.message} role="region" aria-label={texts.loaded} tabIndex={0}>
          <Suspense fallback={<Loading />}>
            <MessageDetail message={message} fieldMenu={fieldMenu} />
          </Suspense>
        </div>
      )}
    </>
  );
}

type Found = Pick<MessageLoaderProps, 'onMessage'>;

type RecentMessageProps = Found & Pick<MessageLoaderProps, 'input'>;

function RecentMessage({ input, onMessage }: RecentMessageProps): ReactNode {
  return input ? <RecentOfInput input={input} onMessage={onMessage} /> : <RecentOfAny onMessage={onMessage} />;
}

function RecentOfInput({
  input,
  onMessage,
}: Found & { readonly input: NonNullable<RecentMessageProps['input']> }): ReactNode {
  const styles = useStyles();
  const find = useRecent();
  const { busy, problem, load } = useLoading(() => find(input.id, input.title), onMessage);
  return (
    <Loader busy={busy} load={load}>
      <Field label={texts.input} help={texts.recentHelp} error={problem} className={styles.wide}>
        <Select
          disabled
          options={[{ value: input.id, label: `${input.title} (${input.name})` }]}
          value={input.id}
          onChange={() => undefined}
        />
      </Field>
    </Loader>
  );
}

function RecentOfAny({ onMessage }: Found): ReactNode {
  const styles = useStyles();
  const { mayRead, inputs, options, error, loading } = useRuleInputs();
  const [inputId, setInputId] = useState<string>();
  const find = useRecent();
  const { busy, problem, load, forget } = useLoading(async () => {
    if (inputId === undefined) return texts.inputMissing;
    return find(inputId, inputs?.find(({ id }) => id === inputId)?.title ?? inputId);
  }, onMessage);
  return (
    <Loader busy={busy} load={load}>
      <Field
        label={texts.input}
        help={mayRead ? texts.recentHelp : texts.noInputs}
        error={problem ?? (error ? texts.inputsFailed(reasonOf(error)) : undefined)}
        className={styles.wide}
      >
        <SearchSelect
          options={options}
          loading={loading}
          placeholder={texts.selectInput}
          value={inputId}
          onChange={(id) => {
            setInputId(id);
            forget();
          }}
        />
      </Field>
    </Loader>
  );
}

/** Returns a function that loads the newest message of an input; a toast reports if there is none. */
function useRecent(): (id: string, title: string) => Promise<ResultMessage | undefined> {
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  return async (id, title) => {
    const found = await queryClient.fetchQuery({ ...latestMessageQuery(client, id), staleTime: 0 });
    if (!found) toast('error', texts.none(title), texts.noneTitle);
    return found ?? undefined;
  };
}

type MessageByIdProps = Pick<MessageLoaderProps, 'preset'> & Found & { readonly onCancel: () => void };

function MessageById({ preset, onMessage, onCancel }: MessageByIdProps): ReactNode {
  const { client, queryClient } = useConnection();
  const [messageId, setMessageId] = useState(preset?.messageId ?? '');
  const [index, setIndex] = useState(preset?.index ?? '');
  const [tried, setTried] = useState(false);
  const { busy, problem, load, forget } = useLoading(async () => {
    setTried(true);
    if (messageId.trim() === '' || index.trim() === '') return undefined;
    return queryClient.fetchQuery(messageQuery(client, index.trim(), messageId.trim()));
  }, onMessage);
  const loadPreset = useEffectEvent(() => load());
  const isPreset = preset !== undefined;
  useEffect(() => {
    if (isPreset) loadPreset();
  }, [isPreset]);
  const missing = (text: string, words: string): string | undefined =>
    tried && text.trim() === '' ? words : undefined;
  return (
    <Loader busy={busy} load={load} onCancel={onCancel}>
      <Field label={texts.id} required error={missing(messageId, texts.idMissing) ?? problem}>
        <Input mono value={messageId} onChange={(text) => (setMessageId(text), forget())} />
      </Field>
      <Field label={texts.index} required error={missing(index, texts.indexMissing)}>
        <Input mono value={index} onChange={(text) => (setIndex(text), forget())} />
      </Field>
    </Loader>
  );
}

interface LoaderProps {
  readonly busy: boolean;
  readonly load: () => void;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/**
 * Renders fields with the buttons that load the message and cancel. It is no `form` element, because it may be inside a
 * form, which Enter must not submit.
 */
function Loader({ busy, load, onCancel, children }: LoaderProps): ReactNode {
  const styles = useStyles();
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    load();
  };
  return (
    <div className={styles.form} onKeyDown={pressed}>
      {children}
      <div className={styles.buttons}>
        <Button busy={busy} onClick={load}>
          {texts.load}
        </Button>
        {onCancel && (
          <Button appearance="subtle" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * Returns the function that loads a message, and the state of the loading.
 * @param find resolves to the message, to an error text, or to undefined if the error is shown elsewhere
 */
function useLoading(find: () => Promise<ResultMessage | string | undefined>, onMessage: Found['onMessage']) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** True after the component was unmounted, because the user has cancelled or chosen another way to load. */
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const take = (found: ResultMessage | string | undefined): void => {
    if (typeof found === 'string') setProblem(found);
    else if (found && !gone.current) onMessage(found);
  };
  const load = (): void => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    onMessage(undefined);
    find()
      .then(take, (error: unknown) => setProblem(error instanceof NotFound ? texts.notFound : reasonOf(error)))
      .finally(() => setBusy(false));
  };
  return { busy, problem, load, forget: () => setProblem(undefined) };
}
