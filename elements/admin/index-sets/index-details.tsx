/** Renders the statistics of an open index: its operations and shards (screens/data-intake.md D4). */
import { makeStyles, mergeClasses } from '@griffel/react';
import { Fragment, type ReactNode } from 'react';
import type { IndexInfo, ShardRouting, ShardStats } from '../../../api/contract/indices.js';
import { Tooltip } from '../../kit/tooltip.js';
import { focusRing, tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { details: words } = texts;

const useStyles = makeStyles({
  meters: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
    gap: '16px 32px',
    fontVariantNumeric: 'tabular-nums',
  },
  operations: { display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', gap: '4px 24px', ...type.body },
  operation: { color: tokens.text.secondary },
  count: { margin: 0 },
  heading: { marginBottom: '8px', ...type.cardTitle },
  shards: { display: 'flex', flexWrap: 'wrap', gap: '6px', margin: 0, padding: 0, listStyle: 'none' },
  shard: {
    minWidth: '32px',
    padding: '2px 8px',
    border: '1px solid transparent',
    borderRadius: '4px',
    textAlign: 'center',
    ...type.caption,
    ':focus-visible': focusRing,
    '@media (forced-colors: active)': { outline: '1px solid CanvasText' },
  },
  primary: { fontWeight: 700, textDecorationLine: 'underline' },
  good: { backgroundColor: tokens.status.success.background, color: tokens.status.success.text },
  moving: { backgroundColor: tokens.status.warning.background, color: tokens.status.warning.text },
  bad: { backgroundColor: tokens.status.danger.background, color: tokens.status.danger.text },
  legend: { marginTop: '6px', color: tokens.text.secondary, ...type.caption },
});

const operations = ['index', 'flush', 'merge', 'search_query', 'search_fetch', 'get', 'refresh'] as const;

export function IndexDetails({ info }: { readonly info: IndexInfo }): ReactNode {
  const styles = useStyles();
  return (
    <>
      <p>{factsOf(info.all_shards)}</p>
      <div className={styles.meters}>
        <Meter title={words.primary} stats={info.primary_shards} />
        <Meter title={words.total} stats={info.all_shards} />
      </div>
      <Routing shards={info.routing} />
    </>
  );
}

const factsOf = ({ segments, open_search_contexts: contexts, documents }: ShardStats): string =>
  words.facts(segments, contexts, documents.deleted);

function Meter({ title, stats }: { readonly title: string; readonly stats: ShardStats }): ReactNode {
  const styles = useStyles();
  return (
    <section>
      <h4 className={styles.heading}>{title}</h4>
      <dl className={styles.operations}>
        {operations.map((operation) => (
          <Fragment key={operation}>
            <dt className={styles.operation}>{words.operations[operation]}</dt>
            <dd className={styles.count}>{words.count(stats[operation].total, stats[operation].time_seconds)}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function Routing({ shards }: { readonly shards: readonly ShardRouting[] }): ReactNode {
  const styles = useStyles();
  const looks = {
    started: styles.good,
    relocating: styles.moving,
    initializing: styles.moving,
    unassigned: styles.bad,
  };
  return (
    <section>
      <h4 className={styles.heading}>{words.routing}</h4>
      <ul className={styles.shards}>
        {shards.map((shard, at) => (
          <li key={`${shard.id} ${shard.node_id} ${at}`}>
            <Tooltip content={words.shard(shard)}>
              <span
                tabIndex={0}
                className={mergeClasses(styles.shard, looks[shard.state], shard.primary && styles.primary)}
              >
                {words.shardName(shard.id)}
              </span>
            </Tooltip>
          </li>
        ))}
      </ul>
      <p className={styles.legend}>{words.legend}</p>
    </section>
  );
}
