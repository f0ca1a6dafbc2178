import { makeStyles } from '@griffel/react';
import { useHasAccount } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { Link } from '../kit/link.js';
import { tokens, type } from '../kit/tokens.js';
import type { ResultMessage } from '../widgets/faces.js';
import { formatInstant } from '../widgets/time/format-instant.js';
import { messageStreams, receivedVia, type MessageOrigin } from './message-origin.js';
import { texts } from './texts.js';

export interface MessageMetaProps {
  readonly message: ResultMessage;
  readonly origin: MessageOrigin;
}

/**
 * Container query for widgets below 800 px, in which the origin is not beside the fields, to leave room for the values.
 */
const narrow = '@container widget (max-width: 799.98px)';

const useStyles = makeStyles({
  meta: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    overflowWrap: 'anywhere',
    ...type.body,
    [narrow]: { flexDirection: 'row', flexWrap: 'wrap', columnGap: '24px' },
  },
  label: { color: tokens.text.tertiary, ...type.caption },
  value: { color: tokens.text.primary, fontVariantNumeric: 'tabular-nums' },
});

/** Renders the origin and storage of a message (screens/search.md §8, left side). */
export function MessageMeta({ message, origin }: MessageMetaProps) {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const hasRoute = useHasRoute();
  // For guests, ids of inputs, nodes and indices mean nothing.
  const hasAccount = useHasAccount();
  const received = hasAccount && receivedVia(message, origin);
  const streams = messageStreams(message, origin.streams);
  return (
    <dl className={styles.meta}>
      <div>
        <dt className={styles.label}>{texts.timestamp}</dt>
        <dd className={styles.value}>{formatInstant(message.message['timestamp'] ?? '', timezone)}</dd>
      </div>
      {received && (
        <div>
          <dt className={styles.label}>{texts.receivedBy}</dt>
          <dd className={styles.value}>
            <em>{received.input}</em> {texts.on}{' '}
            {received.nodeRoute !== undefined && hasRoute(received.nodeRoute) ? (
              <Link route={received.nodeRoute}>{received.node}</Link>
            ) : (
              received.node
            )}
          </dd>
        </div>
      )}
      {hasAccount && (
        <div>
          <dt className={styles.label}>{texts.storedInIndex}</dt>
          <dd className={styles.value}>{message.index || texts.messageNotStored}</dd>
        </div>
      )}
      {streams.length > 0 && (
        <div>
          <dt className={styles.label}>{texts.routedIntoStreams}</dt>
          <dd className={styles.value}>
            {streams.map((stream, index) => (
              <span key={stream.id}>
                {index > 0 && ', '}
                <Link route={`/streams/${encodeURIComponent(stream.id)}/search`}>{stream.title}</Link>
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}
