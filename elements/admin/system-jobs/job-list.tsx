/** Renders the list of jobs with name, start, progress and actions. */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SystemJob } from '../../../api/contract/system-overview.js';
import { reasonOf } from '../../../api/failures.js';
import { isOver, jobActionMutation } from '../../../api/queries/system-jobs.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { StatusBadge, type StatusKind } from '../../kit/chip.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { NodeLink } from '../../kit/node-link.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { Tooltip } from '../../kit/tooltip.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyle: 'none', ...type.body },
  job: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '8px 0',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.border.divider}` },
  },
  facts: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', color: tokens.text.secondary },
  info: { color: tokens.text.primary, overflowWrap: 'anywhere' },
  bar: { gridColumn: '1 / -1', width: '100%', height: '6px', accentColor: tokens.brand.solid },
});

const kinds: Readonly<Record<SystemJob['job_status'], StatusKind>> = {
  runnable: 'neutral',
  running: 'info',
  complete: 'success',
  paused: 'warning',
  error: 'danger',
  cancelled: 'warning',
};

export interface JobListProps {
  readonly jobs: readonly SystemJob[];
  readonly label: string;
}

export function JobList({ jobs, label }: JobListProps): ReactNode {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label={label}>
      {jobs.map((job) => (
        <Job key={job.id} job={job} />
      ))}
    </ul>
  );
}

function Job({ job }: { readonly job: SystemJob }): ReactNode {
  const styles = useStyles();
  const { name, info, started_at: startedAt, percent_complete: percent } = job;
  // Some servers do not report the status of a job.
  const status: SystemJob['job_status'] | null = job.job_status;
  return (
    <li className={styles.job}>
      <div className={styles.facts}>
        <Tooltip content={name}>
          <span className={styles.info}>{info}</span>
        </Tooltip>
        <NodeLink nodeId={job.node_id} />
        {startedAt !== null && (
          <span>
            {texts.started} <RelativeTime instant={startedAt} />
          </span>
        )}
        <StatusBadge kind={status === null ? 'neutral' : kinds[status]}>
          {status === null ? texts.unknown : texts.status[status]}
        </StatusBadge>
      </div>
      <JobActions job={job} />
      {status === 'running' && job.provides_progress && (
        <progress className={styles.bar} aria-label={texts.progress(info)} max={100} value={percent} />
      )}
    </li>
  );
}

function JobActions({ job }: { readonly job: SystemJob }): ReactNode {
  const { client, queryClient } = useConnection();
  const { readonly } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  // Cancelling and acknowledging a job need the same permission, which depends on the type of the job.
  const mayAct = usePermission(`systemjobs:delete:${job.name}`);
  const { isPending, mutateAsync } = useMutation(jobActionMutation(client, queryClient));
  const act = async (action: 'cancel' | 'acknowledge'): Promise<void> => {
    const question = { title: texts.cancelJob, text: texts.askCancel(job.info), confirm: texts.cancelJob };
    if (action === 'cancel' && !(await confirm(question))) return;
    await mutateAsync({ jobId: job.id, action }).catch((error: unknown) =>
      toast('error', reasonOf(error), texts[`${action}Failed`]),
    );
  };
  const action = isOver(job) ? 'acknowledge' : 'cancel';
  if (readonly || !mayAct || (action === 'cancel' && !job.is_cancelable)) return null;
  return (
    <Button
      size="small"
      busy={isPending}
      aria-label={texts[`${action}Named`](job.info)}
      onClick={() => void act(action)}
    >
      {texts[action]}
    </Button>
  );
}
