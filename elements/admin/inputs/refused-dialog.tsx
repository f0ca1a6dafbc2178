/** Renders a dialog that lists messages which an input could not decode, with time, sender, reason and first bytes. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InputFailures, InputSummary } from '../../../api/contract/inputs.js';
import { reasonOf } from '../../../api/failures.js';
import { inputFailuresQuery } from '../../../api/queries/input-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { formatNumber } from '../../kit/format.js';
import { Loading } from '../../kit/loading.js';
import { Timestamp } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { RefusedBytes } from './refused-bytes.js';
import { texts } from './texts.js';

const { refused: words } = texts;

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', ...type.body },
  list: { margin: 0, padding: 0, listStyle: 'none' },
  one: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.border.divider}`,
  },
  head: { display: 'flex', flexWrap: 'wrap', gap: '4px 16px', color: tokens.text.secondary },
  reason: { overflowWrap: 'anywhere' },
  excerpt: {
    margin: 0,
    padding: '4px 8px',
    maxHeight: '120px',
    overflow: 'auto',
    borderRadius: '4px',
    backgroundColor: tokens.surface.subtle,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    unicodeBidi: 'isolate',
    ...type.logSmall,
  },
});

/** Maximum number of messages that are shown. */
const shown = 50;

export interface RefusedDialogProps {
  readonly input: InputSummary;
  readonly onClose: () => void;
}

export function RefusedDialog({ input: { id, title }, onClose }: RefusedDialogProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(inputFailuresQuery(client, id));
  return (
    <Dialog
      open
      size="large"
      title={words.title(title)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{words.close}</Button>}
    >
      <div className={styles.body}>
        <p>{words.intro}</p>
        {data ? (
          <Failures failures={data} />
        ) : data === null ? (
          <p>{words.unknown}</p>
        ) : error ? (
          <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  );
}

function Failures({ failures: { malformed, dropped, messages } }: { readonly failures: InputFailures }): ReactNode {
  const styles = useStyles();
  if (malformed === 0 && dropped === 0) return <p role="status">{words.none}</p>;
  return (
    <>
      <p>{words.counts(formatNumber(malformed), formatNumber(dropped))}</p>
      <ul className={styles.list}>
        {messages.slice(0, shown).map(({ time, remote, reason, excerpt, bytes, length }, index) => (
          // The key is the number of the message since the start of the server, which does not change when messages
          // arrive.
          <li key={malformed - index} className={styles.one}>
            <div className={styles.head}>
              <Timestamp instant={time} />
              <span>
                {words.from} {remote === '' ? words.noSender : remote}
              </span>
            </div>
            <div className={styles.reason}>
              <bdi>{reason}</bdi>
            </div>
            {excerpt !== '' && (
              <pre className={styles.excerpt} tabIndex={0} aria-label={words.beginning}>
                {excerpt}
              </pre>
            )}
            {length > 0 && <RefusedBytes bytes={bytes} length={length} />}
          </li>
        ))}
      </ul>
    </>
  );
}
