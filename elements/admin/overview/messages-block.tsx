/** Renders system messages of the nodes, paged. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { systemMessagesQuery } from '../../../api/queries/system-overview.js';
import { pageCount } from '../../../machines/paged-list.js';
import { useConnection } from '../../element/connection-context.js';
import { ColumnHeads } from '../../kit/column-heads.js';
import { Section } from '../../kit/detail-page/index.js';
import { Pager, useLastPage } from '../../kit/entity-table/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useFactTable } from '../../kit/fact-table.js';
import { Loading } from '../../kit/loading.js';
import { NodeLink } from '../../kit/node-link.js';
import { Timestamp } from '../../kit/timestamp.js';
import { texts } from './texts.js';

const { messages: words } = texts;
const perPage = 30;

const useStyles = makeStyles({
  time: { whiteSpace: 'nowrap' },
});

/** Renders a block with the system messages; the page shows it to users who may read system messages. */
export function MessagesBlock(): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  const { client } = useConnection();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery(systemMessagesQuery(client, page));
  const pages = pageCount(data?.total ?? 0, perPage);
  useLastPage({ page, pages: data && !isPlaceholderData ? pages : undefined, onPage: setPage });
  return (
    <Section title={words.title} intro={words.intro}>
      {data ? (
        data.messages.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <>
            <table className={table}>
              <ColumnHeads labels={words.columns} />
              <tbody>
                {data.messages.map(({ timestamp, node_id: node, content }, at) => (
                  // System messages may be identical, so the key contains the position in the list.
                  <tr key={`${timestamp} ${at}`}>
                    <td className={styles.time}>
                      <Timestamp instant={timestamp} />
                    </td>
                    <td>
                      <NodeLink nodeId={node} />
                    </td>
                    <td>{content}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {pages > 1 && (
              <Pager page={page} pages={pages} shown={data.messages.length} total={data.total} onPage={setPage} />
            )}
          </>
        )
      ) : error ? (
        <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Section>
  );
}
