/** Renders the page of one sidecar: facts, states of its collectors, log files (screens/administration.md F2). */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type {
  CollectorStatus,
  ComponentHealth,
  NodeLogFile,
  OpampFacts,
  SidecarSummary,
} from '../../../api/contract/sidecars.schema.js';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import { deleteSidecarMutation, sidecarQuery } from '../../../api/queries/sidecars.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Button } from '../../kit/button.js';
import { Columns, Details, Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useFactTable } from '../../kit/fact-table.js';
import { formatBytes, formatNumber } from '../../kit/format.js';
import { DeleteIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { ErrorDetails } from './error-details.js';
import { HistoryBar, HistoryLegend } from './history-bar.js';
import { pageTexts } from './page-texts.js';
import { routes } from './routes.js';
import { asStatus, stateOf, stateWords, systemName } from './state.js';
import { StateBadge } from './state-badge.js';
import { texts } from './texts.js';
import { useCollectorNames } from './use-collector-names.js';

const words = pageTexts.status;
/** Milliseconds after a change of a log file during which the file is highlighted. */
const recentlyMs = 60_000;

const useStyles = makeStyles({
  // The name of a collector keeps this width beside a long message, so that it is not broken within a word.
  name: { minWidth: '120px' },
  message: { color: tokens.text.secondary },
  history: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' },
  recent: { backgroundColor: tokens.selection.background },
  path: { ...type.logSmall },
  note: { color: tokens.text.secondary, ...type.body, marginBottom: '8px' },
  code: {
    margin: 0,
    maxHeight: '320px',
    overflow: 'auto',
    padding: '8px 12px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ...type.logSmall,
  },
  tree: { listStyleType: 'none', margin: 0, paddingInlineStart: '16px', ...type.body },
  health: { display: 'flex', flexWrap: 'wrap', gap: '8px', padding: '2px 0' },
});

export function StatusPage({ params }: PageProps): ReactNode {
  const nodeId = params['nodeId'] ?? '';
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const navigate = useNavigate();
  const mayDelete = usePermission('sidecars:delete') && !host.readonly;
  const forgetting = useMutation(deleteSidecarMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: texts.overview.removal,
    one: forgetting.mutateAsync,
    onGone: ([id]) => {
      host.emit('log-changed', { type: 'sidecar', id });
      navigate(routes.overview);
    },
  });
  const sidecar = useQuery(sidecarQuery(client, nodeId));
  usePageTitle(sidecar.data && words.title(sidecar.data.node_name));
  const isGone = sidecar.error instanceof NotFound;
  useEffect(() => {
    if (isGone) navigate(routes.overview);
  }, [isGone, navigate]);
  if (sidecar.error instanceof Forbidden) return <Refusal error={sidecar.error} />;
  const { data } = sidecar;
  return (
    <PageLayout>
      <PageHeader
        title={words.page}
        {...(data && { name: data.node_name })}
        description={words.description}
        actions={
          <>
            {/* Only the embedded server can remove a sidecar; the computed state shows that the server is the embedded one. */}
            {mayDelete && data?.state !== undefined && (
              <Button icon={<DeleteIcon />} onClick={() => void remove(nodeId, data.node_name)}>
                {texts.overview.forget}
              </Button>
            )}
            <Button onClick={() => navigate(routes.administrationOf(nodeId))}>{texts.tabs.administration}</Button>
          </>
        }
      />
      {data ? (
        <Node sidecar={data} />
      ) : sidecar.error && !isGone ? (
        <ErrorPanel
          title={texts.loadingFailed}
          errors={[reasonOf(sidecar.error)]}
          onRetry={() => void sidecar.refetch()}
        />
      ) : (
        <Loading />
      )}
    </PageLayout>
  );
}

function Node({ sidecar }: { readonly sidecar: SidecarSummary }): ReactNode {
  const styles = useStyles();
  const { node_details: details, state, last_word: lastWord, history, opamp } = sidecar;
  const { metrics, status } = details;
  const disks = metrics?.disks_75;
  return (
    <>
      <Columns
        left={
          <Section title={words.details}>
            <Details
              rows={[
                [
                  words.state,
                  <>
                    <StateBadge code={stateOf(sidecar)} />{' '}
                    {state && (
                      <>
                        {texts.overview.silentSince} <RelativeTime instant={state.since} />
                      </>
                    )}
                    {lastWord && `, ${texts.overview.wasWord(stateWords[asStatus(lastWord.code)])}`}
                  </>,
                ],
                [words.lastSeen, <RelativeTime key="seen" instant={sidecar.last_seen} />],
                [words.version, sidecar.sidecar_version],
                [words.nodeId, sidecar.node_id],
                [words.ip, details.ip ?? texts.notAvailable],
                [words.system, systemName(details.operating_system)],
                [words.tags, details.tags.length > 0 ? details.tags.join(', ') : undefined],
                [words.cpu, metrics ? `${formatNumber(metrics.cpu_idle)}%` : texts.notAvailable],
                [words.load, metrics ? formatNumber(metrics.load_1) : texts.notAvailable],
                [words.volumes, disks ? (disks.length > 0 ? disks.join(', ') : words.noVolumes) : texts.notAvailable],
              ]}
            />
          </Section>
        }
        right={
          <>
            <Section title={words.collectors}>
              {lastWord && <p className={styles.note}>{words.silent}</p>}
              {!status ? (
                <p className={styles.note}>{words.notSent}</p>
              ) : status.collectors.length === 0 ? (
                <p className={styles.note}>{words.noCollectors}</p>
              ) : (
                <Collectors statuses={status.collectors} />
              )}
            </Section>
            {history !== undefined && (
              <Section title={words.history}>
                <div className={styles.history}>
                  <HistoryBar history={history} />
                  <HistoryLegend />
                </div>
              </Section>
            )}
          </>
        }
      />
      {opamp && <Opamp facts={opamp} />}
      {!opamp && <LogFiles files={details.log_file_list} />}
    </>
  );
}

function Collectors({ statuses }: { readonly statuses: readonly CollectorStatus[] }): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  const nameOf = useCollectorNames();
  const [open, setOpen] = useState<CollectorStatus>();
  return (
    <>
      <table className={table} aria-label={words.collectors}>
        <thead>
          <tr>
            <th scope="col">{words.collector}</th>
            <th scope="col">{words.state}</th>
            <th scope="col">{words.message}</th>
          </tr>
        </thead>
        <tbody>
          {statuses.map((status, index) => (
            <tr key={index}>
              <td className={styles.name}>{nameOf(status)}</td>
              <td data-short>
                <StateBadge code={asStatus(status.status)} />
              </td>
              <td>
                <span className={styles.message}>{status.message}</span>{' '}
                {status.verbose_message !== '' && (
                  <Button size="small" onClick={() => setOpen(status)}>
                    {words.showDetails}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open && <ErrorDetails name={nameOf(open)} text={open.verbose_message} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function LogFiles({ files }: { readonly files: readonly NodeLogFile[] | null }): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  // The current time is read once when the list appears; the list itself is requested again every few seconds.
  const [now] = useState(() => Date.now());
  return (
    <Section title={words.files}>
      {!files || files.length === 0 ? (
        <p className={styles.note}>{words.noFiles}</p>
      ) : (
        <table className={table} aria-label={words.files}>
          <thead>
            <tr>
              <th scope="col">{words.modified}</th>
              <th scope="col">{words.size}</th>
              <th scope="col">{words.path}</th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => {
              const modified = Date.parse(file.mod_time);
              return (
                <tr key={file.path} className={mergeClasses(now - modified < recentlyMs && styles.recent)}>
                  <td>{Number.isNaN(modified) ? texts.notAvailable : <RelativeTime instant={modified} />}</td>
                  <td>{file.is_dir ? words.directory : formatBytes(file.size)}</td>
                  <td className={styles.path}>{file.path}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function Opamp({ facts }: { readonly facts: OpampFacts }): ReactNode {
  const styles = useStyles();
  const { health, effective_configuration: effective, configuration_status: status } = facts;
  return (
    <>
      <Columns
        left={
          <Section title={words.agent}>
            <Details
              rows={[
                [words.service, facts.service],
                ...Object.entries(facts.attributes).map(([name, value]) => [name, value] as const),
                [words.configurationStatus, status ? words.configurationStates[status.status] : texts.notAvailable],
                [words.message, status && status.message !== '' ? status.message : undefined],
              ]}
            />
          </Section>
        }
        right={
          <Section title={words.health}>
            {health ? (
              <ul className={styles.tree}>
                <Health health={health} name={facts.service} />
              </ul>
            ) : (
              <p className={styles.note}>{words.noHealth}</p>
            )}
          </Section>
        }
      />
      <Section title={words.effective}>
        {effective.length === 0 ? (
          <p className={styles.note}>{words.noEffective}</p>
        ) : (
          effective.map(({ name, body }) => (
            <div key={name}>
              {name !== '' && <p className={styles.note}>{name}</p>}
              <pre className={styles.code} tabIndex={0} aria-label={`${words.effective} ${name}`.trim()} role="region">
                {body}
              </pre>
            </div>
          ))
        )}
      </Section>
    </>
  );
}

function Health({ health, name }: { readonly health: ComponentHealth; readonly name: string }): ReactNode {
  const styles = useStyles();
  return (
    <li>
      <span className={styles.health}>
        <StateBadge code={health.healthy ? 0 : 2} />
        <span>{health.name === '' ? name : health.name}</span>
        <span className={styles.message}>
          {[health.status, health.last_error].filter((text) => text !== '').join(': ')}
        </span>
      </span>
      {health.components.length > 0 && (
        <ul className={styles.tree}>
          {health.components.map((component) => (
            <Health key={component.name} health={component} name={component.name} />
          ))}
        </ul>
      )}
    </li>
  );
}
