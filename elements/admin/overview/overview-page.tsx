/**
 * Renders a page with the system overview, whose blocks load and fail independently of each other
 * (screens/administration.md C1).
 */
import type { ReactNode } from 'react';
import { usePermission } from '../../element/connection-context.js';
import { ErrorBoundary } from '../../kit/error-boundary.js';
import { Columns } from '../../kit/detail-page/index.js';
import { InSight } from '../../kit/in-sight.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { SystemJobsSection } from '../system-jobs/index.js';
import { ClusterBlock } from './cluster-block.js';
import { FailuresBlock, IndexerBlock } from './indexer-blocks.js';
import { MessagesBlock } from './messages-block.js';
import { NotificationsBlock } from './notifications-block.js';
import { texts } from './texts.js';
import { TimeBlock } from './time-block.js';

export function OverviewPage(): ReactNode {
  const mayReadNotifications = usePermission('notifications:read');
  const mayReadJobs = usePermission('systemjobs:read');
  const mayReadIndexer = usePermission('indexercluster:read');
  const mayReadFailures = usePermission('indices:failures');
  const mayReadMessages = usePermission('systemmessages:read');
  return (
    <PageLayout>
      <PageHeader title={texts.page} />
      {mayReadNotifications && (
        <ErrorBoundary>
          <NotificationsBlock />
        </ErrorBoundary>
      )}
      {mayReadJobs && (
        <ErrorBoundary>
          <SystemJobsSection />
        </ErrorBoundary>
      )}
      <ErrorBoundary>
        <ClusterBlock />
      </ErrorBoundary>
      <Columns
        left={
          <>
            {mayReadIndexer && (
              <ErrorBoundary>
                <InSight height="120px">
                  <IndexerBlock />
                </InSight>
              </ErrorBoundary>
            )}
            {mayReadFailures && (
              <ErrorBoundary>
                <InSight height="120px">
                  <FailuresBlock />
                </InSight>
              </ErrorBoundary>
            )}
          </>
        }
        right={
          <ErrorBoundary>
            <TimeBlock />
          </ErrorBoundary>
        }
      />
      {mayReadMessages && (
        <ErrorBoundary>
          <InSight height="240px">
            <MessagesBlock />
          </InSight>
        </ErrorBoundary>
      )}
    </PageLayout>
  );
}
