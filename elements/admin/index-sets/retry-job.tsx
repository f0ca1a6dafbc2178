/** Renders the progress and result of the job that retries failed messages. */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { failuresChanged } from '../../../api/queries/indexer-failures.js';
import { cancelJobMutation, isOver, systemJobQuery } from '../../../api/queries/system-jobs.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { useToasts } from '../../kit/feedback.js';
import { tokens } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { failures: words } = texts;

const useStyles = makeStyles({
  bar: { width: '100%', height: '6px', marginTop: '8px', accentColor: tokens.brand.solid },
});

const endings = {
  complete: ['success', words.jobEnded],
  cancelled: ['warning', words.jobCancelled],
  error: ['danger', words.jobBroken],
} as const;

export function RetryJob({ jobId }: { readonly jobId: string }): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const { data: job, error } = useQuery(systemJobQuery(client, jobId));
  const mayCancel = usePermission(`systemjobs:delete:${job?.name ?? ''}`);
  const cancelling = useMutation(cancelJobMutation(client, queryClient));
  const percent = job?.percent_complete ?? 0;
  const over = job !== undefined && isOver(job);
  // The failures are loaded again as the job proceeds, because messages that were stored leave the list.
  useEffect(() => void failuresChanged(queryClient), [queryClient, percent, over]);
  if (error) return <Alert>{words.jobHidden}</Alert>;
  if (job && (job.job_status === 'complete' || job.job_status === 'cancelled' || job.job_status === 'error')) {
    const [kind, text] = endings[job.job_status];
    return (
      <Alert kind={kind}>
        <p>{text}</p>
        {job.job_status === 'error' && <p>{job.info}</p>}
      </Alert>
    );
  }
  const cancel = (): void => {
    cancelling.mutateAsync(jobId).catch((reason: unknown) => toast('error', reasonOf(reason), words.cancelFailed));
  };
  return (
    <Alert
      action={
        mayCancel && (
          <Button size="small" busy={cancelling.isPending} onClick={cancel}>
            {words.cancelJob}
          </Button>
        )
      }
    >
      {words.jobShare(percent)}
      <progress className={styles.bar} aria-label={words.job} max={100} value={percent} />
    </Alert>
  );
}
