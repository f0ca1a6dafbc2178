/** Renders cells of the list of pipelines: name with throughput, streams, stages. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';
import { pipelineMetric } from '../../../api/queries/pipeline-figures.js';
import { connectionsQuery, type StoredPipeline } from '../../../api/queries/pipelines.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import { useConnection } from '../../element/connection-context.js';
import { StatusBadge } from '../../kit/chip.js';
import { Failed } from '../../kit/failed.js';
import { Link } from '../../kit/link.js';
import { tokens, type } from '../../kit/tokens.js';
import { partTexts, Rate, routes } from '../pipeline-parts/index.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  name: { display: 'grid', gap: '2px', minWidth: 0, paddingBlock: '6px' },
  more: { color: tokens.text.secondary, overflowWrap: 'anywhere', ...type.caption },
  streams: { display: 'flex', flexWrap: 'wrap', columnGap: '8px', rowGap: '2px', minWidth: 0 },
  none: { color: tokens.text.secondary },
  timeline: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
  stage: {
    minWidth: '64px',
    padding: '1px 6px',
    borderRadius: '4px',
    textAlign: 'center',
    whiteSpace: 'nowrap',
    border: `1px solid ${tokens.border.subtle}`,
    color: tokens.text.secondary,
    ...type.caption,
  },
  used: {
    color: tokens.selection.text,
    backgroundColor: tokens.selection.background,
    border: `1px solid ${tokens.selection.background}`,
  },
});

export function PipelineCell({ pipeline }: { readonly pipeline: StoredPipeline }): ReactNode {
  const styles = useStyles();
  const { id, title, description, errors } = pipeline;
  return (
    <div className={styles.name}>
      <span>
        <Link route={routes.pipeline(id)}>{title}</Link>
        {errors && <StatusBadge kind="danger">{partTexts.parseError}</StatusBadge>}
      </span>
      {description && <span className={styles.more}>{description}</span>}
      <span className={styles.more}>
        <Rate name={pipelineMetric.pipeline(id)} />
      </span>
    </div>
  );
}

/**
 * Returns the streams connected to a pipeline, sorted by title (by id if the title is unknown); undefined until they are
 * loaded, and if that failed.
 */
export function useConnectedStreams(
  pipelineId: string,
): readonly { readonly id: string; readonly title: string }[] | undefined {
  const { client } = useConnection();
  const connections = useQuery(connectionsQuery(client)).data;
  const streams = useQuery(streamsQuery(client)).data?.streams;
  if (!connections) return undefined;
  return connections
    .filter(({ pipeline_ids: ids }) => ids.includes(pipelineId))
    .map(({ stream_id: id }) => ({ id, title: streams?.find((stream) => stream.id === id)?.title ?? id }))
    .sort((one, other) => one.title.localeCompare(other.title));
}

/** Tells that the connections could not be loaded; empty otherwise. */
export function FailedConnections(): ReactNode {
  const { client } = useConnection();
  const connections = useQuery(connectionsQuery(client));
  if (!connections.error || connections.data) return null;
  return <Failed title={texts.connections.loadingFailed} queries={[connections]} />;
}

export function ConnectedStreams({ pipelineId }: { readonly pipelineId: string }): ReactNode {
  const styles = useStyles();
  const streams = useConnectedStreams(pipelineId);
  if (!streams) return null;
  if (streams.length === 0) return <span className={styles.none}>{texts.notConnected}</span>;
  return (
    <div className={styles.streams}>
      {streams.map(({ id, title }) => (
        <Link key={id} route={`/streams/${encodeURIComponent(id)}/search`}>
          {title}
        </Link>
      ))}
    </div>
  );
}

/**
 * Stage numbers of all pipelines in ascending order; each is a column of the timeline, so that rows can be compared.
 */
export const StageNumbersContext = createContext<readonly number[]>([]);

export function Timeline({ pipeline }: { readonly pipeline: StoredPipeline }): ReactNode {
  const styles = useStyles();
  const numbers = useContext(StageNumbersContext);
  const own = new Set(pipeline.stages.map(({ stage }) => stage));
  return (
    <div className={styles.timeline}>
      {numbers.map((stage) => (
        <span key={stage} className={mergeClasses(styles.stage, own.has(stage) && styles.used)}>
          {own.has(stage) ? texts.stage(stage) : texts.idle}
        </span>
      ))}
    </div>
  );
}
