/** Renders a warning bar about storage failures of the last day (screens/data-intake.md J3). */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { indexerFailureCountQuery } from '../../../api/queries/indexer-failures.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

const dayMs = 86_400_000;

/**
 * Renders a bar with the number of storage failures of the last day; callers show it to users who may read failures.
 */
export function FailuresBar(): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const [since] = useState(() => new Date(Date.now() - dayMs).toISOString());
  const { data: count = 0 } = useQuery(indexerFailureCountQuery(client, since));
  // If there are no failures, the bar is hidden: the failures page and the green health bar show that.
  if (count === 0) return null;
  return (
    <Alert
      kind="danger"
      action={
        <Button size="small" onClick={() => navigate(routes.failures)}>
          {texts.showFailures}
        </Button>
      }
    >
      {texts.failedLately(count)}
    </Alert>
  );
}
