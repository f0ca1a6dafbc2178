/** Renders the page of a node with its present state (screens/administration.md C3). */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NodeSummary, SystemOverview } from '../../../api/contract/system.js';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { nodeGaugesQuery, nodeJvmQuery, nodeStatesQuery, type Gauges } from '../../../api/queries/node-state.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Columns, Details, Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { ChevronDownIcon } from '../../kit/icons.js';
import { InSight } from '../../kit/in-sight.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { nodeName } from '../../kit/node-name.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { RelativeTime, Timestamp } from '../../kit/timestamp.js';
import { nodeApiBrowser } from './api-browser.js';
import { BuffersSection } from './buffers-section.js';
import { eventLoopNames, gaugeNames, nodeGauges, numberOf } from './gauges.js';
import { HeapBar } from './heap-bar.js';
import { InputTypesSection, PluginsSection } from './installed-sections.js';
import { JournalSection } from './journal-section.js';
import { routes } from './routes.js';
import { texts } from './texts.js';
import { useNodeActions } from './use-node-actions.js';
import { WithNode } from './with-node.js';

const { node: words } = texts;

const useStyles = makeStyles({
  stack: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
});

export function NodePage({ params }: PageProps): ReactNode {
  return (
    <WithNode nodeId={params['nodeId'] ?? ''} title="Node">
      {(node) => <Node node={node} />}
    </WithNode>
  );
}

function Node({ node }: { readonly node: NodeSummary }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const navigate = useNavigate();
  const { server } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayReadState = usePermission('system:read');
  const mayReadJournal = usePermission('journal:read');
  const mayReadInputs = usePermission('inputs:read');
  const mayReadLoggers = usePermission('loggers:read');
  const { node_id: id } = node;
  const browser = nodeApiBrowser(node, server);
  const states = useQuery({ ...nodeStatesQuery(client), enabled: mayReadState });
  const state = states.data?.[id] ?? undefined;
  const gaugesAnswer = useQuery(nodeGaugesQuery(client, nodeGauges));
  // If the request failed or the answer lacks the node, the node counts as having no gauges.
  const gauges = gaugesAnswer.data ? (gaugesAnswer.data[id] ?? {}) : gaugesAnswer.error ? {} : undefined;
  const { dumps, changeProcessing, isBusy } = useNodeActions(node, state);
  const entries: readonly MenuEntry[] = [
    ...dumps,
    { key: 'metrics', label: texts.actions.metrics, onSelect: () => navigate(routes.metrics(id)) },
    ...(mayReadLoggers
      ? [{ key: 'logging', label: texts.actions.logging, onSelect: () => navigate(routes.logging) }]
      : []),
    ...(mayReadInputs
      ? [{ key: 'inputs', label: texts.actions.inputs, onSelect: () => navigate(routes.inputs(id)) }]
      : []),
    {
      key: 'api-browser',
      label: texts.actions.apiBrowserEntry,
      href: browser,
      onSelect: () => void window.open(browser, '_blank', 'noopener'),
    },
  ];
  return (
    <PageLayout>
      <PageHeader
        title="Node"
        name={nodeName(node)}
        description={node.is_leader ? words.leader : words.notLeader}
        actions={
          <Menu label={texts.actions.all} entries={entries}>
            <Button iconAfter={<ChevronDownIcon />}>{texts.actions.all}</Button>
          </Menu>
        }
      />
      <Columns
        left={
          <>
            {mayReadState && (
              <Section title={words.about}>
                {state ? (
                  <State state={state} gauges={gauges} onChange={changeProcessing} isBusy={isBusy} />
                ) : states.error ? (
                  <ErrorPanel
                    title={words.loadingFailed}
                    errors={[reasonOf(states.error)]}
                    onRetry={() => void states.refetch()}
                  />
                ) : (
                  !states.isPending && <p>{texts.stateUnavailable}</p>
                )}
              </Section>
            )}
            <BuffersSection gauges={gauges} nodeId={id} />
            {mayReadJournal && <JournalSection nodeId={id} gauges={gauges} />}
          </>
        }
        right={
          <>
            <Section title={words.memory}>
              <div className={styles.stack}>
                <HeapBar gauges={gauges} />
                <EventLoop gauges={gauges} />
              </div>
            </Section>
            <SystemSection node={node} state={state} mayReadJvm={allows(granted, `jvmstats:read:${id}`)} />
            <Section title={words.api}>
              <Details
                rows={[
                  [words.address, node.transport_address],
                  [words.seen, <RelativeTime instant={node.last_seen} />],
                ]}
              />
            </Section>
            <PluginsSection nodeId={id} />
          </>
        }
      />
      {mayReadInputs && (
        <InSight height="160px">
          <InputTypesSection nodeId={id} />
        </InSight>
      )}
    </PageLayout>
  );
}

interface StateProps {
  readonly state: SystemOverview;
  readonly gauges: Gauges | undefined;
  readonly onChange: ((change: 'pause' | 'resume') => void) | undefined;
  readonly isBusy: boolean;
}

function State({ state, gauges, onChange, isBusy }: StateProps): ReactNode {
  const styles = useStyles();
  const { lifecycle, lb_status: balance, is_processing: isProcessing } = state;
  const input = numberOf(gauges, gaugeNames.input) ?? 0;
  const output = numberOf(gauges, gaugeNames.output) ?? 0;
  return (
    <div className={styles.stack}>
      <Alert>{words.stateIs(lifecycle)}</Alert>
      <Alert kind={balance === 'alive' ? 'success' : 'danger'}>{words.loadBalancerIs(balance.toUpperCase())}</Alert>
      <Alert
        kind={isProcessing ? 'success' : 'danger'}
        action={
          onChange && (
            <Button size="small" busy={isBusy} onClick={() => onChange(isProcessing ? 'pause' : 'resume')}>
              {isProcessing ? words.pause : words.resume}
            </Button>
          )
        }
      >
        {isProcessing ? words.isProcessing(input, output) : words.isPaused}
      </Alert>
    </div>
  );
}

/** Renders the statistics of the event loop; renders nothing if the server has none. */
function EventLoop({ gauges }: { readonly gauges: Gauges | undefined }): ReactNode {
  const [mean, p99, max] = Object.values(eventLoopNames).map((name) => numberOf(gauges, name));
  if (mean === undefined || p99 === undefined || max === undefined) return null;
  return <Details rows={[[words.eventLoop, words.eventLoopIs(mean, p99, max)]]} />;
}

interface SystemSectionProps {
  readonly node: NodeSummary;
  readonly state: SystemOverview | undefined;
  readonly mayReadJvm: boolean;
}

function SystemSection({ node, state, mayReadJvm }: SystemSectionProps): ReactNode {
  const { client } = useConnection();
  const jvm = useQuery({ ...nodeJvmQuery(client, node.node_id), enabled: mayReadJvm });
  return (
    <Section title={words.system}>
      <Details
        rows={[
          [words.hostname, node.hostname],
          [words.id, node.node_id],
          [words.version, state && `${state.version} ${state.codename}`],
          [
            words.runtime,
            jvm.data ? words.pid(jvm.data.pid, jvm.data.info) : jvm.error ? reasonOf(jvm.error) : undefined,
          ],
          [words.time, <Timestamp instant={node.last_seen} format="withTz" />],
        ]}
      />
    </Section>
  );
}
