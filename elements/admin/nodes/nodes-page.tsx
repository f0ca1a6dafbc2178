/** Renders a page that lists all nodes with their present state (screens/administration.md C2). */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NodeSummary, SystemOverview } from '../../../api/contract/system.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { nodeGaugesQuery, nodeStatesQuery, watchedNodesQuery, type Gauges } from '../../../api/queries/node-state.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { StatusBadge } from '../../kit/chip.js';
import { CardList, ConfiguredCard } from '../../kit/configured/configured-card.js';
import { Details } from '../../kit/detail-page/index.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { ChevronDownIcon, FavoriteFilledIcon, StackIcon } from '../../kit/icons.js';
import { OutsideLink } from '../../kit/link.js';
import { Loading } from '../../kit/loading.js';
import { Menu } from '../../kit/menu.js';
import { nodeName } from '../../kit/node-name.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Refusal } from '../../kit/refusal.js';
import { type } from '../../kit/tokens.js';
import { globalApiBrowser, nodeApiBrowser } from './api-browser.js';
import { gaugeNames, listGauges, numberOf } from './gauges.js';
import { HeapBar } from './heap-bar.js';
import { routes } from './routes.js';
import { texts } from './texts.js';
import { useNodeActions } from './use-node-actions.js';

const useStyles = makeStyles({
  leader: { display: 'inline-flex', alignItems: 'center', gap: '4px' },
  line: { ...type.body },
  /** The link is aligned with the buttons beside the link. */
  link: { ...type.body, alignSelf: 'center', padding: '0 4px' },
});

export function NodesPage(): ReactNode {
  const { client } = useConnection();
  const { server } = useHostElement();
  const mayReadState = usePermission('system:read');
  const nodes = useQuery(watchedNodesQuery(client));
  const states = useQuery({ ...nodeStatesQuery(client), enabled: mayReadState });
  const gauges = useQuery(nodeGaugesQuery(client, listGauges));
  const browser = globalApiBrowser(nodes.data ?? [], server);
  if (nodes.error instanceof Forbidden) return <Refusal error={nodes.error} />;
  return (
    <PageLayout>
      <PageHeader
        title={texts.page}
        description={
          <>
            {texts.description} {nodes.data && nodes.data.length > 0 && `${texts.active(nodes.data.length)}.`}
          </>
        }
        {...(browser !== undefined && {
          actions: <OutsideLink href={browser}>{texts.globalApiBrowser}</OutsideLink>,
        })}
      />
      {nodes.data ? (
        nodes.data.length === 0 ? (
          <EmptyState icon={<StackIcon />} title={texts.none} />
        ) : (
          <CardList>
            {nodes.data.map((node) => (
              <NodeCard
                key={node.node_id}
                node={node}
                state={states.data?.[node.node_id] ?? undefined}
                isStateKnown={mayReadState && !states.isPending}
                gauges={gauges.data?.[node.node_id]}
                isGaugesPending={gauges.isPending}
              />
            ))}
          </CardList>
        )
      ) : nodes.error ? (
        <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(nodes.error)]} onRetry={() => void nodes.refetch()} />
      ) : (
        <Loading />
      )}
    </PageLayout>
  );
}

interface NodeCardProps {
  readonly node: NodeSummary;
  readonly state: SystemOverview | undefined;
  /** True once the server has answered the request for the states of the nodes. */
  readonly isStateKnown: boolean;
  readonly gauges: Gauges | undefined;
  readonly isGaugesPending: boolean;
}

function NodeCard({ node, state, isStateKnown, gauges, isGaugesPending }: NodeCardProps): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  const { server } = useHostElement();
  const { entries } = useNodeActions(node, state);
  const name = nodeName(node);
  const input = numberOf(gauges, gaugeNames.input);
  const output = numberOf(gauges, gaugeNames.output);
  const waiting = numberOf(gauges, gaugeNames.waiting);
  const lag = numberOf(gauges, gaugeNames.lag);
  return (
    <ConfiguredCard
      title={name}
      route={routes.node(node.node_id)}
      level={2}
      facts={
        <>
          {node.is_leader && (
            <span className={styles.leader}>
              <FavoriteFilledIcon />
              {texts.leader}
            </span>
          )}
          {input !== undefined && output !== undefined && <span>{texts.throughput(input, output)}</span>}
        </>
      }
      actions={
        <>
          <Button
            size="small"
            aria-label={texts.actions.detailsOf(name)}
            onClick={() => navigate(routes.node(node.node_id))}
          >
            {texts.actions.details}
          </Button>
          <Button size="small" onClick={() => navigate(routes.metrics(node.node_id))}>
            {texts.actions.metrics}
          </Button>
          <OutsideLink
            href={nodeApiBrowser(node, server)}
            aria-label={texts.actions.apiBrowserOf(name)}
            className={styles.link}
          >
            {texts.actions.apiBrowser}
          </OutsideLink>
          {entries.length > 0 && (
            <Menu label={texts.actions.moreOf(name)} entries={entries}>
              <Button size="small" iconAfter={<ChevronDownIcon />} aria-label={texts.actions.moreOf(name)}>
                {texts.actions.more}
              </Button>
            </Menu>
          )}
        </>
      }
    >
      <p className={styles.line}>
        {waiting !== undefined
          ? `${texts.journal(waiting, numberOf(gauges, gaugeNames.segments) ?? 0)} ${texts.journalRates(
              numberOf(gauges, gaugeNames.appended) ?? 0,
              numberOf(gauges, gaugeNames.read) ?? 0,
            )}${lag === undefined ? '' : ` ${texts.lag(lag)}`}`
          : isGaugesPending
            ? texts.journalLoading
            : texts.journalUnavailable}
      </p>
      {state ? <StateRows state={state} /> : isStateKnown && <p className={styles.line}>{texts.stateUnavailable}</p>}
      <HeapBar gauges={gauges} />
    </ConfiguredCard>
  );
}

function StateRows({ state }: { readonly state: SystemOverview }): ReactNode {
  const status = state.lb_status.toUpperCase();
  return (
    <Details
      rows={[
        [texts.lifecycle, state.lifecycle],
        [
          texts.processing,
          <StatusBadge kind={state.is_processing ? 'success' : 'danger'}>
            {state.is_processing ? texts.enabled : texts.disabled}
          </StatusBadge>,
        ],
        [texts.loadBalancer, <StatusBadge kind={status === 'ALIVE' ? 'success' : 'danger'}>{status}</StatusBadge>],
      ]}
    />
  );
}
