import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Client } from '../../api/client.js';
import type { ResultMessage } from '../../api/contract/searches.js';
import { ApiFailure, Forbidden, NotFound } from '../../api/failures.js';
import { fieldsQuery } from '../../api/queries/fields.js';
import { messageQuery } from '../../api/queries/messages.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { DeniedState, EmptyState } from '../kit/empty-state.js';
import { ErrorPanel } from '../kit/error-panel.js';
import { SearchIcon } from '../kit/icons.js';
import { radius, tokens } from '../kit/tokens.js';
import { FieldInteractionsContext, type FieldInteractions } from '../widgets/actions/interactions.js';
import { WidgetSkeleton } from '../widgets/frame/widget-skeleton.js';
import { MessageDetailView } from './message-detail.js';
import { texts } from './texts.js';
import { useMessageOrigin } from './use-message-facts.js';

export interface LogMessageProps {
  readonly index: string;
  readonly messageId: string;
}

const useStyles = makeStyles({
  page: { padding: '16px', '@container (max-width: 479.98px)': { padding: '12px' } },
  card: {
    containerType: 'inline-size',
    containerName: 'widget',
    minHeight: '160px',
    paddingTop: '8px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
  },
});

/** One stored message by its index and id: the page at /messages/{index}/{id} and the element `log-message`. */
export function LogMessage({ index, messageId }: LogMessageProps) {
  const styles = useStyles();
  const { client } = useConnection();
  const host = useHostElement();
  const named = index !== '' && messageId !== '';
  const { data, error, refetch, isFetching } = useQuery({ ...messageQuery(client, index, messageId), enabled: named });

  const settled = data !== undefined || error !== null || !named;
  useEffect(() => {
    if (settled) host.ready();
    // The face of the host changes with its attributes; being ready is said once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  useEffect(() => {
    if (error) host.fail(error);
    // As above: one failure is told once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);

  return (
    <main className={styles.page}>
      <h1 className="lc-unseen">{texts.documentTitle(messageId, index)}</h1>
      <section className={styles.card} aria-label={texts.documentTitle(messageId, index)} aria-busy={isFetching}>
        {!named ? (
          <EmptyState icon={<SearchIcon />} title={texts.noMessageNamed} />
        ) : data ? (
          <LoadedMessage message={data} />
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <WidgetSkeleton shape="text" />
        )}
      </section>
    </main>
  );
}

function LoadedMessage({ message }: { readonly message: ResultMessage }) {
  const { client } = useConnection();
  const host = useHostElement();
  const origin = useMessageOrigin(message);
  const { data: types } = useQuery(fieldsOfMessage(client, message));
  // Nothing can be searched from here; a click on a value is told to the host page, and copies.
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
      <MessageDetailView message={message} origin={origin} fieldTypes={types} />
    </FieldInteractionsContext>
  );
}

/** The types of the fields in the message's streams at its time. */
function fieldsOfMessage(client: Client, { message }: ResultMessage) {
  const timestamp = String(message['timestamp']);
  const streams = Array.isArray(message['streams']) ? message['streams'].map(String) : [];
  return fieldsQuery(client, streams, { type: 'absolute', from: timestamp, to: timestamp });
}

function LoadFailure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (error instanceof NotFound) {
    return (
      <EmptyState icon={<SearchIcon />} title={texts.notFound}>
        {texts.notFoundHint}
      </EmptyState>
    );
  }
  if (error instanceof Forbidden) return <DeniedState title={texts.notPermitted}>{texts.notPermittedHint}</DeniedState>;
  const status = error instanceof ApiFailure && error.status !== undefined ? String(error.status) : error.message;
  return <ErrorPanel title={texts.loadFailedTitle} errors={[texts.loadFailed(status)]} onRetry={onRetry} />;
}
