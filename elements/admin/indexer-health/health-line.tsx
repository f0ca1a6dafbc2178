/** Renders the state of the message storage as a bar or as a text (screens/data-intake.md J2). */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { IndexerHealth } from '../../../api/contract/system.js';
import { reasonOf } from '../../../api/failures.js';
import { indexerHealthQuery } from '../../../api/queries/index-set-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert, type AlertKind } from '../../kit/alert.js';
import { texts as words } from './texts.js';

const kinds: Readonly<Record<string, AlertKind>> = { green: 'success', yellow: 'warning', red: 'danger' };

/** Returns the kind of alert for the state of the message storage; an unknown state is a warning. */
export const alertKindOf = ({ status }: IndexerHealth): AlertKind => kinds[status] ?? 'warning';

export interface HealthLineProps {
  readonly health: IndexerHealth;
  readonly name: string;
}

export const healthLine = ({ health: { status, shards }, name }: HealthLineProps): string =>
  `${words.state(name, status)} ${words.shards(shards)}`;

/**
 * Renders a bar with the state of the message storage, refreshed regularly; callers show it to users who may read the
 * state.
 */
export function HealthBar(): ReactNode {
  const { client } = useConnection();
  const { data, error } = useQuery(indexerHealthQuery(client));
  if (error)
    return (
      <Alert kind="danger" title={words.failed}>
        {reasonOf(error)}
      </Alert>
    );
  return data ? <Alert kind={alertKindOf(data.health)}>{healthLine(data)}</Alert> : null;
}
