/**
 * Renders the page of the server's own log: levels by node and subsystem, latest lines, support bundles
 * (screens/administration.md C5).
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { LogLevelName, Subsystem } from '../../../api/contract/loggers.js';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { logMetricsQuery, setSubsystemLevelMutation, subsystemsQuery } from '../../../api/queries/loggers.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Loading } from '../../kit/loading.js';
import { NodeLink } from '../../kit/node-link.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Select } from '../../kit/select.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { BundleSection } from './bundle-section.js';
import { LevelMetrics } from './level-metrics.js';
import { LinesSection } from './lines-section.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  subsystems: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', margin: 0, padding: 0, listStyle: 'none' },
  subsystem: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    padding: '8px 0',
    '&:not(:first-child)': { borderTop: `1px solid ${tokens.border.divider}` },
    '&:last-child': { paddingBottom: 0 },
    [container.compact]: { flexWrap: 'wrap', gap: '6px' },
  },
  text: { flex: '1 1 240px', minWidth: 0 },
  name: { overflowWrap: 'anywhere', ...type.cardTitle },
  about: { color: tokens.text.secondary, ...type.body },
  level: { width: '120px', flexShrink: 0 },
});

export function LoggingPage(): ReactNode {
  const { client } = useConnection();
  const mayReadLines = usePermission('loggersmessages:read');
  const mayReadBundles = usePermission('supportbundle:read');
  const subsystems = useQuery(subsystemsQuery(client));
  return (
    <PageLayout>
      <PageHeader title={texts.page} description={texts.description} />
      {subsystems.data ? (
        Object.entries(subsystems.data).map(([nodeId, answer]) => (
          <NodeSection key={nodeId} nodeId={nodeId} subsystems={answer?.subsystems} />
        ))
      ) : subsystems.error ? (
        <ErrorPanel
          title={texts.loadingFailed}
          errors={[reasonOf(subsystems.error)]}
          onRetry={() => void subsystems.refetch()}
        />
      ) : (
        <Loading />
      )}
      {mayReadLines && <LinesSection />}
      {mayReadBundles && <BundleSection />}
    </PageLayout>
  );
}

interface NodeSectionProps {
  readonly nodeId: string;
  /** Subsystems of the node by id; undefined if the node did not answer. */
  readonly subsystems: Readonly<Record<string, Subsystem>> | undefined;
}

function NodeSection({ nodeId, subsystems }: NodeSectionProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [open, setOpen] = useState(false);
  const metrics = useQuery(logMetricsQuery(client));
  const rates = metrics.data?.get(nodeId);
  const total = rates?.get('all')?.total;
  const entries = Object.entries(subsystems ?? {});
  return (
    <Section
      title={<NodeLink nodeId={nodeId} />}
      intro={total === undefined ? undefined : texts.total(total)}
      action={
        <Button size="small" appearance="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? texts.metrics.hide : texts.metrics.show}
        </Button>
      }
    >
      {open && <LevelMetrics rates={rates ?? new Map()} />}
      {subsystems === undefined ? (
        <Alert kind="warning">{texts.unanswered}</Alert>
      ) : entries.length === 0 ? (
        <p className={styles.about}>{texts.none}</p>
      ) : (
        <ul className={styles.subsystems}>
          {entries.map(([key, subsystem]) => (
            <SubsystemRow key={key} nodeId={nodeId} id={key} subsystem={subsystem} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const offered = Object.entries(texts.levels).map(([value, label]) => ({ value: value as LogLevelName, label }));

/** Returns the options of the select for a level; the levels `off` and `all` are options only if they are set. */
const optionsFor = (level: LogLevelName) =>
  level === 'off' || level === 'all' ? [...offered, { value: level, label: texts.otherLevels[level] }] : offered;

function SubsystemRow({
  nodeId,
  id,
  subsystem: { title, description, level },
}: {
  readonly nodeId: string;
  readonly id: string;
  readonly subsystem: Subsystem;
}): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayEdit = allows(granted, `loggers:editsubsystem:${id}`) && !host.readonly;
  const change = useMutation(setSubsystemLevelMutation(client, queryClient));
  const shown = change.isPending ? change.variables.level : (level as LogLevelName);
  const set = (to: LogLevelName): void =>
    change.mutate(
      { nodeId, subsystem: id, level: to },
      {
        onSuccess: () => void host.emit('log-changed', { type: 'subsystem', id }),
        onError: (error) => toast('error', reasonOf(error), texts.changeFailed),
      },
    );
  return (
    <li className={styles.subsystem}>
      <div className={styles.text}>
        <h3 className={styles.name}>{texts.subsystem(title)}</h3>
        <p className={styles.about}>{description}</p>
      </div>
      <Select
        className={styles.level}
        aria-label={texts.levelOf(title)}
        options={optionsFor(shown)}
        value={shown}
        disabled={!mayEdit}
        onChange={set}
      />
    </li>
  );
}
