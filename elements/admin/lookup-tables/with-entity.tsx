/** Loads the lookup table, cache or data adapter of a page, sets the page title, and shows if the entity is missing. */
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Forbidden, NotFound } from '../../../api/failures.js';
import { useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { Failed } from '../../kit/failed.js';
import { EditIcon, TableIcon } from '../../kit/icons.js';
import { PageTabs, type PageTab } from '../../kit/list-page/index.js';
import { Loading } from '../../kit/loading.js';
import { NotThere } from '../../kit/not-there.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Refusal } from '../../kit/refusal.js';
import { useMayChange } from './may-change.js';
import { texts } from './texts.js';

interface NamedEntity {
  readonly id: string;
  readonly title: string;
  readonly _scope?: string | null;
}

export interface WithEntityProps<E> {
  // oxlint-disable-next-line typescript/no-explicit-any -- query keys are tuples of their own type for every query
  readonly query: UseQueryOptions<E, Error, E, any>;
  readonly tabs: readonly PageTab[];
  readonly title: string;
  readonly description: (entity: E | undefined) => ReactNode;
  /** Returns the route of the form that changes the entity; for pages that only show the entity. */
  readonly editRoute?: (entity: E) => string;
  readonly children: (entity: E) => ReactNode;
}

export function WithEntity<E extends NamedEntity>(props: WithEntityProps<E>): ReactNode {
  const { query, tabs, title, description, editRoute, children } = props;
  const navigate = useNavigate();
  const { mayEdit } = useMayChange();
  const one = useQuery(query);
  const { data, error } = one;
  usePageTitle(data && `${title} ${data.title}`);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  return (
    <PageLayout>
      <PageTabs tabs={tabs} />
      <PageHeader
        title={title}
        {...(data && { name: data.title })}
        description={description(data)}
        {...(data &&
          editRoute &&
          mayEdit(data) && {
            actions: (
              <Button icon={<EditIcon />} onClick={() => navigate(editRoute(data))}>
                {texts.edit}
              </Button>
            ),
          })}
      />
      {data && children(data)}
      {!data && !error && <Loading />}
      {!data && error instanceof NotFound && (
        <NotThere error={error}>
          <EmptyState icon={<TableIcon />} title={texts.notThere} />
        </NotThere>
      )}
      {!data && error && !(error instanceof NotFound) && <Failed title={texts.loadingFailed} queries={[one]} />}
    </PageLayout>
  );
}
