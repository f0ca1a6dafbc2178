/**
 * Renders the blocks of the overview with the state of the message storage and the storage failures
 * (screens/data-intake.md J2, J3).
 */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { indexerFailureCountQuery } from '../../../api/queries/indexer-failures.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Loading } from '../../kit/loading.js';
import { HealthBar } from '../indexer-health/index.js';
import { texts } from './texts.js';

const { failures: words } = texts;
const dayMs = 86_400_000;

/** Renders a block with the state of the message storage; the page shows it to users who may read the state. */
export function IndexerBlock(): ReactNode {
  return (
    <Section title={texts.indexer.title}>
      <HealthBar />
    </Section>
  );
}

/**
 * Renders a block with the number of storage failures of the last day; the page shows it to users who may read
 * failures.
 */
export function FailuresBlock(): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const [since] = useState(() => new Date(Date.now() - dayMs).toISOString());
  const { data: count, error, refetch } = useQuery(indexerFailureCountQuery(client, since));
  return (
    <Section title={words.title}>
      {count !== undefined ? (
        <Alert
          kind={count === 0 ? 'success' : 'danger'}
          action={
            <Button size="small" onClick={() => navigate('/system/indices/failures')}>
              {words.show}
            </Button>
          }
        >
          {count === 0 ? words.none : words.some(count)}
        </Alert>
      ) : error ? (
        <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Section>
  );
}
