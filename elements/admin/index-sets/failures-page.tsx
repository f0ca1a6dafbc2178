/** What could not be stored, the newest first: when, where, which message, why (screens/data-intake.md D5). */
import { makeStyles } from '@griffel/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IndexerFailure } from '../../../api/contract/system.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { indexerFailuresQuery } from '../../../api/queries/index-set-administration.js';
import { entityPageSizes, firstQuestion } from '../../../machines/entity-list.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Pager } from '../../kit/entity-table/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { ChevronDownIcon, RetryIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Menu } from '../../kit/menu.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { tokens } from '../../kit/tokens.js';
import { FailureTable } from './failure-table.js';
import { texts } from './texts.js';

const { failures: words } = texts;

const useStyles = makeStyles({
  card: {
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
    minWidth: 0,
  },
  forgotten: { padding: '16px', color: tokens.text.secondary },
});

export function FailuresPage({ question, onQuestion }: PageProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [ownPage, setOwnPage] = useState(1);
  const [perPage, setPerPage] = useState<number>(entityPageSizes[0]);
  const page = question?.page ?? ownPage;
  const goTo = (next: number): void => {
    if (onQuestion) onQuestion({ ...(question ?? firstQuestion), page: next });
    else setOwnPage(next);
  };
  const failures = useQuery({
    ...indexerFailuresQuery(client, page, perPage),
    placeholderData: keepPreviousData,
  });
  const { data, error } = failures;
  if (error instanceof Forbidden) return <Refusal error={error} />;
  const rows: readonly IndexerFailure[] = data?.failures ?? [];
  return (
    <PageLayout>
      <PageHeader
        title={words.page}
        description={
          <>
            {words.description} {data && data.total > 0 && words.total(data.total)}
          </>
        }
        actions={
          <>
            {data && data.total > 0 && (
              <Menu
                label={words.rows}
                entries={entityPageSizes.map((size) => ({
                  kind: 'radio',
                  key: String(size),
                  label: words.rowCount(size),
                  checked: size === perPage,
                  onSelect: () => {
                    setPerPage(size);
                    goTo(1);
                  },
                }))}
              >
                <Button iconAfter={<ChevronDownIcon />}>{words.rowCount(perPage)}</Button>
              </Menu>
            )}
            <Button icon={<RetryIcon />} busy={failures.isFetching} onClick={() => void failures.refetch()}>
              {words.reload}
            </Button>
          </>
        }
      />
      {error && (
        <ErrorPanel title={words.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void failures.refetch()} />
      )}
      {!data && !error && <Loading />}
      {data?.total === 0 && <Alert kind="success">{words.none}</Alert>}
      {data && data.total > 0 && (
        <div className={styles.card} aria-busy={failures.isPlaceholderData}>
          {rows.length > 0 ? <FailureTable failures={rows} /> : <p className={styles.forgotten}>{words.forgotten}</p>}
          <Pager
            page={page}
            pages={Math.max(1, Math.ceil(data.total / perPage))}
            shown={rows.length}
            total={data.total}
            onPage={goTo}
          />
        </div>
      )}
    </PageLayout>
  );
}
