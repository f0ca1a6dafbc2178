/** Renders a page that lists the storage failures, newest first (screens/data-intake.md D5). */
import { makeStyles } from '@griffel/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IndexerFailure } from '../../../api/contract/system.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { indexerFailuresQuery } from '../../../api/queries/indexer-failures.js';
import { entityPageSizes, firstQuestion, type EntityListQuestion } from '../../../machines/entity-list.js';
import { pageCount } from '../../../machines/paged-list.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { PageSizeMenu, Pager, useLastPage } from '../../kit/entity-table/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useConfirm } from '../../kit/feedback.js';
import { RetryIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { SearchBox } from '../../kit/search-box.js';
import { tokens } from '../../kit/tokens.js';
import { FailureTable } from './failure-table.js';
import { RetryJob } from './retry-job.js';
import { useRetrying, type Retrying } from './retrying.js';
import { texts } from './texts.js';

const { failures: words } = texts;

/** Maximum number of indices whose number of failures is displayed; those with the most failures are displayed. */
const mostIndices = 20;

const useStyles = makeStyles({
  card: {
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
    minWidth: 0,
  },
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 16px',
    borderBottom: `1px solid ${tokens.border.divider}`,
  },
  indices: { display: 'flex', flexWrap: 'wrap', gap: '8px', padding: '8px 16px' },
  search: { flex: '1 1 220px', maxWidth: '320px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginInlineStart: 'auto' },
  forgotten: { padding: '16px', color: tokens.text.secondary },
});

export function FailuresPage({ question, onQuestion }: PageProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [own, setOwn] = useState(firstQuestion);
  const [perPage, setPerPage] = useState<number>(entityPageSizes[0]);
  const { page, query } = question ?? own;
  const ask = (change: Partial<EntityListQuestion>): void => {
    const next = { ...(question ?? own), ...change };
    if (onQuestion) onQuestion(next);
    else setOwn(next);
  };
  const goTo = (next: number): void => ask({ page: next });
  const retrying = useRetrying();
  const failures = useQuery({
    ...indexerFailuresQuery(client, page, perPage, query),
    placeholderData: keepPreviousData,
  });
  const { data, error } = failures;
  const pages = pageCount(data?.total ?? 0, perPage);
  useLastPage({ page, pages: data && !failures.isPlaceholderData ? pages : undefined, onPage: goTo });
  if (error instanceof Forbidden) return <Refusal error={error} />;
  const rows: readonly IndexerFailure[] = data?.failures ?? [];
  // Number of messages that can be retried; undefined if the server supports no retries.
  const kept = data?.can_retry;
  const isFiltered = query !== '';
  return (
    <PageLayout>
      <PageHeader
        title={words.page}
        description={
          <>
            {words.description} {data && data.total > 0 && (isFiltered ? words.matching : words.total)(data.total)}
          </>
        }
        actions={
          <Button icon={<RetryIcon />} busy={failures.isFetching} onClick={() => void failures.refetch()}>
            {words.reload}
          </Button>
        }
      />
      {error && (
        <ErrorPanel title={words.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void failures.refetch()} />
      )}
      {!data && !error && <Loading />}
      {retrying?.jobId !== undefined && <RetryJob key={retrying.jobId} jobId={retrying.jobId} />}
      {data?.total === 0 && !isFiltered && <Alert kind="success">{words.none}</Alert>}
      {data && (data.total > 0 || isFiltered) && (
        <div className={styles.card} aria-busy={failures.isPlaceholderData}>
          <div className={styles.tools}>
            {kept !== undefined && (
              <div className={styles.search}>
                <SearchBox
                  label={words.filter}
                  query={query}
                  onSearch={(text) => ask({ query: text, page: 1 })}
                  loading={failures.isPlaceholderData}
                />
              </div>
            )}
            <div className={styles.buttons}>
              {kept !== undefined && retrying && <RetryButtons retrying={retrying} kept={kept} query={query} />}
              <PageSizeMenu
                sizes={entityPageSizes}
                size={perPage}
                onChoose={(size) => {
                  setPerPage(size);
                  goTo(1);
                }}
              />
            </div>
          </div>
          {data.indices && (data.indices.length > 1 || isFiltered) && (
            <div className={styles.indices} role="group" aria-label={words.perIndex}>
              {data.indices.slice(0, mostIndices).map(({ index, failures: count }) => (
                <Button
                  key={index}
                  size="small"
                  aria-label={words.indexOnly(index)}
                  onClick={() => ask({ query: index, page: 1 })}
                >
                  {words.ofIndex(index, count)}
                </Button>
              ))}
            </div>
          )}
          {rows.length > 0 ? (
            <FailureTable failures={rows} retrying={kept === undefined ? undefined : retrying} />
          ) : (
            <p className={styles.forgotten}>{data.total > 0 ? words.forgotten : words.noMatch}</p>
          )}
          <Pager page={page} pages={pages} shown={rows.length} total={data.total} onPage={goTo} />
        </div>
      )}
    </PageLayout>
  );
}

interface RetryButtonsProps {
  readonly retrying: Retrying;
  /** Number of messages that match the query and can be retried. */
  readonly kept: number;
  readonly query: string;
}

function RetryButtons({ retrying, kept, query }: RetryButtonsProps): ReactNode {
  const confirm = useConfirm();
  const { chosen, isBusy } = retrying;
  const all = query === '' ? words.retryAll(kept) : words.retryMatching(kept);
  const retryAll = async (): Promise<void> => {
    if (await confirm({ title: all, text: words.askAll(kept), confirm: words.retry })) retrying.onRetryAll(query);
  };
  return (
    <>
      {chosen.size > 0 && (
        <Button disabled={isBusy} onClick={() => retrying.onRetry([...chosen.values()])}>
          {words.retryChosen(chosen.size)}
        </Button>
      )}
      <Button icon={<RetryIcon />} disabled={isBusy || kept === 0} onClick={() => void retryAll()}>
        {all}
      </Button>
    </>
  );
}
