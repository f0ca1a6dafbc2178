/** Renders running, failed and recently completed system jobs (screens/data-intake.md J1). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { endedJobsQuery, startJobMutation, systemJobsQuery } from '../../../api/queries/system-jobs.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { ChevronDownIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Menu } from '../../kit/menu.js';
import { type } from '../../kit/tokens.js';
import { JobList } from './job-list.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  content: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', gap: '8px', ...type.body },
  list: { width: '100%' },
});

/** Renders the section of system jobs for users who may read jobs; it does not check the permission itself. */
export function SystemJobsSection(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const jobs = useQuery(systemJobsQuery(client));
  const [withEnded, setWithEnded] = useState(false);
  const ended = useQuery({ ...endedJobsQuery(client), enabled: withEnded });
  return (
    <Section title={texts.title} action={<StartMenu />}>
      <div className={styles.content}>
        {jobs.data ? (
          jobs.data.length > 0 ? (
            <div className={styles.list}>
              <JobList jobs={jobs.data} label={texts.title} />
            </div>
          ) : (
            <p>{texts.none}</p>
          )
        ) : jobs.error ? (
          <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(jobs.error)]} onRetry={() => void jobs.refetch()} />
        ) : (
          <Loading />
        )}
        <Button size="small" aria-expanded={withEnded} onClick={() => setWithEnded(!withEnded)}>
          {withEnded ? texts.hideEnded : texts.showEnded}
        </Button>
        {withEnded && ended.error && <p>{reasonOf(ended.error)}</p>}
        {withEnded &&
          ended.data &&
          (ended.data.length > 0 ? (
            <div className={styles.list}>
              <JobList jobs={ended.data} label={texts.ended} />
            </div>
          ) : (
            <p>{texts.noneEnded}</p>
          ))}
      </div>
    </Section>
  );
}

function StartMenu(): ReactNode {
  const { client, queryClient } = useConnection();
  const { readonly } = useHostElement();
  const { toast } = useToasts();
  const granted = useCurrentUser()?.permissions ?? [];
  const { isPending, mutateAsync } = useMutation(startJobMutation(client, queryClient));
  const entries = Object.entries(texts.jobs)
    .filter(([name]) => !readonly && allows(granted, `systemjobs:create:${name}`))
    .map(([name, label]) => ({
      key: name,
      label,
      onSelect: () =>
        void mutateAsync({ job_name: name }).catch((error: unknown) =>
          toast('error', reasonOf(error), texts.startFailed),
        ),
    }));
  if (entries.length === 0) return null;
  return (
    <Menu label={texts.start} entries={entries}>
      <Button size="small" iconAfter={<ChevronDownIcon />} busy={isPending}>
        {texts.start}
      </Button>
    </Menu>
  );
}
