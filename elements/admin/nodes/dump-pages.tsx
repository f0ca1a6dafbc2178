/**
 * Renders pages with dumps of a node's present work, which are taken when the page opens (screens/administration.md
 * C6).
 */
import { makeStyles } from '@griffel/react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { processBufferDumpQuery, threadDumpQuery } from '../../../api/queries/node-state.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { CopyButton } from '../../kit/copy-button.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { RetryIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { nodeName } from '../../kit/node-name.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { Timestamp } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';
import { WithNode } from './with-node.js';

const { dump: words } = texts;
/** Text that the server sends for a processor without work. */
const idle = 'idle';

const useStyles = makeStyles({
  text: {
    margin: 0,
    padding: '12px 16px',
    overflow: 'auto',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    unicodeBidi: 'isolate',
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '1px' },
    ...type.logSmall,
  },
  processor: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '6px' },
  name: { ...type.cardTitle },
});

export function ThreadDumpPage({ params }: PageProps): ReactNode {
  const nodeId = params['nodeId'] ?? '';
  return (
    <WithNode nodeId={nodeId} title={words.threadTitle}>
      {(node) => <ThreadDump nodeId={nodeId} title={words.thread(nodeName(node))} />}
    </WithNode>
  );
}

interface DumpProps {
  readonly nodeId: string;
  readonly title: string;
}

function ThreadDump({ nodeId, title }: DumpProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const query = useQuery(threadDumpQuery(client, nodeId));
  return (
    <Dump title={title} query={query} text={({ text }) => text}>
      {({ text }) => (
        <pre className={styles.text} tabIndex={0} role="region" aria-label={words.threadTitle}>
          {text}
        </pre>
      )}
    </Dump>
  );
}

export function ProcessBufferDumpPage({ params }: PageProps): ReactNode {
  const nodeId = params['nodeId'] ?? '';
  return (
    <WithNode nodeId={nodeId} title={words.bufferTitle}>
      {(node) => <ProcessBufferDump nodeId={nodeId} title={words.buffer(nodeName(node))} />}
    </WithNode>
  );
}

function ProcessBufferDump({ nodeId, title }: DumpProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const query = useQuery(processBufferDumpQuery(client, nodeId));
  return (
    <Dump title={title} query={query} text={({ processors }) => JSON.stringify(processors, null, 2)}>
      {({ processors }) =>
        Object.entries(processors).map(([name, message]) => (
          <div key={name} className={styles.processor}>
            <h2 className={styles.name}>{name}</h2>
            <pre className={styles.text} tabIndex={0} role="region" aria-label={name}>
              {message === idle ? words.idle : message}
            </pre>
          </div>
        ))
      }
    </Dump>
  );
}

interface DumpOf<T> {
  readonly title: string;
  readonly query: UseQueryResult<T>;
  readonly text: (dump: T) => string;
  readonly children: (dump: T) => ReactNode;
}

function Dump<T extends { readonly takenAt: number }>({ title, query, text, children }: DumpOf<T>): ReactNode {
  const { data, error, isFetching, refetch } = query;
  if (error instanceof Forbidden) return <Refusal error={error} />;
  return (
    <PageLayout>
      <PageHeader
        title={title}
        description={
          data && (
            <>
              {words.takenAt} <Timestamp instant={data.takenAt} />
            </>
          )
        }
        actions={
          <>
            {data && <CopyButton words text={() => text(data)} label={words.copy} />}
            <Button icon={<RetryIcon />} busy={isFetching} onClick={() => void refetch()}>
              {words.again}
            </Button>
          </>
        }
      />
      {error && <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />}
      {data ? children(data) : !error && <Loading />}
    </PageLayout>
  );
}
