/**
 * Renders the page of a node's metrics: a list with live values, which the user filters by a regular expression
 * (screens/administration.md C4).
 */
import { useQuery } from '@tanstack/react-query';
import { makeStyles } from '@griffel/react';
import { useMemo, useState, type ReactNode } from 'react';
import type { NodeSummary } from '../../../api/contract/system.js';
import { reasonOf } from '../../../api/failures.js';
import { metricsOfNodeQuery, metricValuesQuery } from '../../../api/queries/metrics.js';
import { nodesQuery } from '../../../api/queries/nodes.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { ChartIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { nodeName } from '../../kit/node-name.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { SearchBox } from '../../kit/search-box.js';
import { useAddressFilter } from '../../kit/use-address-filter.js';
import { tokens, type } from '../../kit/tokens.js';
import { MetricRow } from './metric-row.js';
import { matching, withSamples, type Histories } from './metric-values.js';
import { texts } from './texts.js';

/** Number of rows that are rendered at first, and of rows that a press of the button adds. */
const rowsAtOnce = 200;

const useStyles = makeStyles({
  card: {
    minWidth: 0,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
  },
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 12px',
    padding: '8px 12px',
    borderBottom: `1px solid ${tokens.border.divider}`,
  },
  filter: { flex: '1 1 240px', maxWidth: '480px' },
  count: { marginLeft: 'auto', color: tokens.text.secondary, fontVariantNumeric: 'tabular-nums', ...type.caption },
  list: { margin: 0, padding: 0, listStyle: 'none' },
  more: { padding: '8px 12px', borderTop: `1px solid ${tokens.border.divider}` },
  note: { padding: '8px 12px 0' },
});

/**
 * Returns the node with an id; undefined if there is none. Without an id, or with the id `leader`, returns the leader,
 * else the first node.
 */
function nodeOf(nodes: readonly NodeSummary[], id: string | undefined): NodeSummary | undefined {
  if (id === undefined || id === 'leader') return nodes.find(({ is_leader }) => is_leader) ?? nodes[0];
  return nodes.find(({ node_id }) => node_id === id);
}

export function MetricsPage({ params, search = '', onSearch }: PageProps): ReactNode {
  const { client } = useConnection();
  const nodes = useQuery(nodesQuery(client));
  const node = nodes.data && nodeOf(nodes.data, params['nodeId']);
  return (
    <PageLayout>
      <PageHeader title={texts.page} {...(node && { name: nodeName(node) })} />
      {node ? (
        <NodeMetrics key={node.node_id} nodeId={node.node_id} search={search} onSearch={onSearch} />
      ) : nodes.data ? (
        <EmptyState icon={<ChartIcon />} title={texts.nodeMissing} />
      ) : nodes.error ? (
        <ErrorPanel title={texts.failed} errors={[reasonOf(nodes.error)]} onRetry={() => void nodes.refetch()} />
      ) : (
        <Loading />
      )}
    </PageLayout>
  );
}

interface NodeMetricsProps {
  readonly nodeId: string;
  /** The query string of the address, without `?`. */
  readonly search: string;
  readonly onSearch: PageProps['onSearch'];
}

function NodeMetrics({ nodeId, search, onSearch }: NodeMetricsProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [filter, changeFilter] = useAddressFilter(search, onSearch);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [limit, setLimit] = useState(rowsAtOnce);
  const all = useQuery(metricsOfNodeQuery(client, nodeId));
  const values = useQuery(metricValuesQuery(client, nodeId, opened));

  // Each answer of the server is appended to the histories, which the charts show.
  const [histories, setHistories] = useState<Histories>(new Map());
  const [seen, setSeen] = useState({ all: all.data, values: values.data });
  const [isFirst, setFirst] = useState(true);
  if (all.data !== seen.all || values.data !== seen.values || isFirst) {
    setFirst(false);
    setSeen({ all: all.data, values: values.data });
    let next = histories;
    if (all.data && (isFirst || all.data !== seen.all)) next = withSamples(next, all.data, true);
    if (values.data && values.data !== seen.values) next = withSamples(next, values.data, false);
    setHistories(next);
  }

  const found = useMemo(() => matching(all.data ?? [], filter), [all.data, filter]);

  if (!all.data) {
    if (!all.error) return <Loading />;
    return <ErrorPanel title={texts.failed} errors={[reasonOf(all.error)]} onRetry={() => void all.refetch()} />;
  }
  const newer = new Map(values.data?.map((one) => [one.full_name, one]));
  const change = (text: string): void => {
    changeFilter(text);
    setLimit(rowsAtOnce);
  };
  const toggle = (name: string): void =>
    setOpened(opened.includes(name) ? opened.filter((one) => one !== name) : [...opened, name]);
  return (
    <div className={styles.card}>
      <div className={styles.tools}>
        <div className={styles.filter}>
          <SearchBox label={texts.filter} query={filter} onSearch={change} />
        </div>
        <span className={styles.count} role="status">
          {texts.total(all.data.length)}
          {filter !== '' && ` ${texts.count(found.length)}.`}
        </span>
      </div>
      {all.error && (
        <div className={styles.note}>
          <Alert kind="warning">{texts.stale}</Alert>
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState icon={<ChartIcon />} title={texts.none} />
      ) : (
        <ul className={styles.list}>
          {found.slice(0, limit).map((one) => (
            <MetricRow
              key={one.full_name}
              metric={(opened.includes(one.full_name) && newer.get(one.full_name)) || one}
              samples={histories.get(one.full_name) ?? []}
              open={opened.includes(one.full_name)}
              onToggle={() => toggle(one.full_name)}
            />
          ))}
        </ul>
      )}
      {found.length > limit && (
        <div className={styles.more}>
          <Button onClick={() => setLimit(limit + rowsAtOnce)}>
            {texts.more(Math.min(rowsAtOnce, found.length - limit))}
          </Button>
        </div>
      )}
    </div>
  );
}
