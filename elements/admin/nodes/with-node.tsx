/** Renders the loading and missing states of a page about one node. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NodeSummary } from '../../../api/contract/system.js';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import { nodeQuery } from '../../../api/queries/node-state.js';
import { useConnection } from '../../element/connection-context.js';
import { DataErrorPage } from '../../kit/data-error-page.js';
import { EmptyState } from '../../kit/empty-state.js';
import { StackIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Refusal } from '../../kit/refusal.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

export interface WithNodeProps {
  readonly nodeId: string;
  readonly title: string;
  readonly children: (node: NodeSummary) => ReactNode;
}

export function WithNode({ nodeId, title, children }: WithNodeProps): ReactNode {
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(nodeQuery(client, nodeId));
  if (data) return children(data);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  return (
    <PageLayout>
      <PageHeader title={title} />
      {!error && <Loading />}
      {error instanceof NotFound && (
        <EmptyState
          icon={<StackIcon />}
          title={texts.node.unknown}
          action={<Link route={routes.list}>{texts.node.all}</Link>}
        />
      )}
      {error && !(error instanceof NotFound) && (
        <DataErrorPage errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      )}
    </PageLayout>
  );
}
