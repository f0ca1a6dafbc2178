import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { fromPromise } from 'xstate';
import type { Client } from '../../api/client.js';
import type { ResultMessage } from '../../api/contract/searches.js';
import { ApiFailure, reasonOf as plainReasonOf } from '../../api/failures.js';
import { fieldsQuery } from '../../api/queries/fields.js';
import { messageQuery } from '../../api/queries/messages.js';
import { messageDetailMachine, type MessageId } from '../../machines/message-detail.js';
import { isGuest, useConnection, useUsername } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { DeniedState, EmptyState } from '../kit/empty-state.js';
import { ErrorPanel } from '../kit/error-panel.js';
import { SearchIcon } from '../kit/icons.js';
import { Link } from '../kit/link.js';
import { inset, tokens, type } from '../kit/tokens.js';
import { FieldInteractionsContext, type FieldInteractions } from '../widgets/actions/interactions.js';
import { WidgetSkeleton } from '../widgets/frame/widget-skeleton.js';
import { MessageDetailView, type MessageDetailViewProps } from './message-detail.js';
import { texts } from './texts.js';
import { useMessageOrigin } from './use-message-facts.js';

export interface LogMessageProps {
  readonly index: string;
  readonly messageId: string;
}

const useStyles = makeStyles({
  page: { padding: inset(0) },
  title: { margin: '0 0 12px', color: tokens.text.primary, overflowWrap: 'anywhere', ...type.pageTitle },
  card: {
    containerType: 'inline-size',
    containerName: 'widget',
    minHeight: '160px',
    paddingTop: '8px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
  },
});

/**
 * Loads and shows one stored message by index and id: the page at /messages/{index}/{id} and the element `log-message`.
 */
export function LogMessage({ index, messageId }: LogMessageProps) {
  return <NamedMessage key={JSON.stringify([index, messageId])} index={index} messageId={messageId} />;
}

function NamedMessage({ index, messageId }: LogMessageProps) {
  const styles = useStyles();
  const { client, queryClient, session } = useConnection();
  const host = useHostElement();
  const machine = useMemo(
    () =>
      messageDetailMachine.provide({
        actors: {
          load: fromPromise<ResultMessage, MessageId>(({ input }) =>
            queryClient.fetchQuery(messageQuery(client, input.index, input.id)),
          ),
        },
      }),
    [client, queryClient],
  );
  const [state, send] = useMachine(machine, { input: { index, id: messageId } });
  const { message, failure } = state.context;
  const settled = !state.matches('loading');
  const guest = isGuest(useUsername());
  // The host object changes with its attributes, but each outcome is reported once.
  const tell = useEffectEvent((outcome: unknown) => {
    if (state.matches('shown')) host.ready();
    else host.fail(outcome);
  });
  useEffect(() => {
    if (settled) tell(failure);
  }, [settled, failure]);

  // The session is validated after every outage of the server; then a message that failed to load is loaded again.
  useEffect(() => {
    const signedIn = session.on('signedIn', () => send({ type: 'returned' }));
    return () => signedIn.unsubscribe();
  }, [session, send]);

  const title = texts.documentTitle(messageId, index);
  const isAbsent = state.matches('missing') || state.matches('denied');
  return (
    <div className={styles.page}>
      {/* The title is visible only if the message is missing or forbidden; a displayed message shows its own id. */}
      <h1 className={isAbsent ? styles.title : 'lc-unseen'}>{title}</h1>
      <section className={styles.card} aria-label={title}>
        {contentOf()}
      </section>
    </div>
  );

  function contentOf(): ReactNode {
    if (state.matches('missing')) {
      return (
        <EmptyState icon={<SearchIcon />} title={texts.notFound} action={<WayBack />}>
          {texts.notFoundHint}
        </EmptyState>
      );
    }
    if (state.matches('denied')) {
      return (
        <DeniedState title={texts.notPermitted}>
          {/* The hint advises to ask an administrator, whom guests do not know. */}
          {!guest && texts.notPermittedHint} <WayBack />
        </DeniedState>
      );
    }
    if (state.matches('failed')) {
      return (
        <ErrorPanel
          title={texts.loadFailedTitle}
          errors={[reasonOf(failure)]}
          onRetry={() => send({ type: 'retry' })}
        />
      );
    }
    if (!message) return <WidgetSkeleton shape="text" />;
    return (
      <LoadedMessage
        message={message}
        changes={state.matches({ shown: 'changes' })}
        onToggleChanges={() => send({ type: 'changes.toggled' })}
      />
    );
  }
}

/**
 * Renders a link to the search page where the surrounding console has one, because a page that cannot show its message
 * offers nothing else.
 */
function WayBack() {
  return useHasRoute()('/search') && <Link route="/search">{texts.toSearch}</Link>;
}

const reasonOf = (failure: unknown): string =>
  failure instanceof ApiFailure && failure.status !== undefined
    ? texts.loadFailed(String(failure.status))
    : plainReasonOf(failure);

function LoadedMessage({ message, ...rest }: Pick<MessageDetailViewProps, 'message' | 'changes' | 'onToggleChanges'>) {
  const { client } = useConnection();
  const host = useHostElement();
  const origin = useMessageOrigin(message);
  const { data: types } = useQuery(fieldsOfMessage(client, message));
  // A message without a list has no search to refine: a click on a value is reported to the host page, and its menu
  // only copies the value, apart from actions of plug-ins.
  const interactions = useMemo((): FieldInteractions => {
    const byName = new Map(types?.map((one) => [one.name, one.type]));
    return {
      query: () => '',
      typeOf: (field) => byName.get(field),
      onValueClick: ({ field, value }) => host.emit('log-value-click', { field, value }, { cancelable: true }),
    };
  }, [types, host]);
  return (
    <FieldInteractionsContext value={interactions}>
      <MessageDetailView {...rest} message={message} origin={origin} fieldTypes={types} />
    </FieldInteractionsContext>
  );
}

/** Loads the types of the fields in the message's streams at its time. */
function fieldsOfMessage(client: Client, { message }: ResultMessage) {
  const timestamp = String(message['timestamp']);
  const streams = Array.isArray(message['streams']) ? message['streams'].map(String) : [];
  return fieldsQuery(client, streams, { type: 'absolute', from: timestamp, to: timestamp });
}
