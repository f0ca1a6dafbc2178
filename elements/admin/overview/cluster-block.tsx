/** Renders the block of the overview with the id of the cluster, the number of its nodes, and the outgoing traffic. */
import { useQuery } from '@tanstack/react-query';
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { watchedNodesQuery } from '../../../api/queries/node-state.js';
import { useConnection } from '../../element/connection-context.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { formatNumber } from '../../kit/format.js';
import { Link } from '../../kit/link.js';
import { Loading } from '../../kit/loading.js';
import { texts } from './texts.js';
import { TrafficByDay } from './traffic.js';

const { cluster: words } = texts;

const useStyles = makeStyles({ id: { display: 'inline-flex', alignItems: 'center', gap: '4px', minWidth: 0 } });

export function ClusterBlock(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data: nodes, error, refetch } = useQuery(watchedNodesQuery(client));
  const id = nodes?.[0]?.cluster_id.toUpperCase();
  return (
    <Section title={words.title}>
      {nodes ? (
        <Details
          rows={[
            [
              words.id,
              id !== undefined && (
                <span className={styles.id}>
                  {id}
                  <CopyButton size="small" text={id} label={words.copyId} />
                </span>
              ),
            ],
            [words.nodes, <Link route="/system/nodes">{formatNumber(nodes.length)}</Link>],
          ]}
        />
      ) : error ? (
        <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <TrafficByDay />
    </Section>
  );
}
