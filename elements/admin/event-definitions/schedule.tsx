/**
 * Describes the schedule of an event definition in its row, and the state of its job in the expanded row
 * (screens/dashboards-sharing-alerts.md §9.1).
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { EventDefinition } from '../../../api/contract/event-definitions.js';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { clearQueueMutation } from '../../../api/queries/event-definitions.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Details } from '../../kit/detail-page/index.js';
import { SectionToggle } from '../../kit/entity-table/index.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { formatNumber } from '../../kit/format.js';
import { RelativeTime, Timestamp } from '../../kit/timestamp.js';
import { container } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { schedule: words } = texts;

const useStyles = makeStyles({
  cell: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    whiteSpace: 'nowrap',
    '& > button': { flexShrink: 0 },
    [container.compact]: { flexWrap: 'wrap', whiteSpace: 'normal' },
  },
  sentence: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  queue: { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  known: { display: 'grid', gridTemplateColumns: 'minmax(0, 640px)', gap: '12px' },
});

export interface ScheduleProps {
  readonly definition: EventDefinition;
}

export function ScheduleCell({ definition }: ScheduleProps): ReactNode {
  const styles = useStyles();
  const { config } = definition;
  if (!('execute_every_ms' in config)) return texts.bySystem;
  if (!config.execute_every_ms && !config.search_within_ms) return texts.notScheduled;
  return (
    <span className={styles.cell}>
      <SectionToggle section="schedule">{texts.details}</SectionToggle>
      <span className={styles.sentence}>{texts.runs(config.execute_every_ms, config.search_within_ms)}</span>
    </span>
  );
}

export function ScheduleDetails({ definition }: ScheduleProps): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.known}>
      <ScheduleFailure definition={definition} />
      <ScheduleFacts definition={definition} />
    </div>
  );
}

/** Shows why the last run of a definition has failed; renders nothing if there is no error. */
export function ScheduleFailure({ definition: { scheduler } }: ScheduleProps): ReactNode {
  const { error } = scheduler ?? {};
  if (!error) return null;
  return (
    <Alert kind="danger" title={words.error}>
      {error.message} ({words.since(error.attempts)} <RelativeTime instant={error.since} />)
    </Alert>
  );
}

export function ScheduleFacts({ definition }: ScheduleProps): ReactNode {
  const { scheduler, config } = definition;
  const { status, triggered_at: last, next_time: next, data } = scheduler ?? {};
  return (
    <Details
      rows={[
        [words.interval, 'execute_every_ms' in config && texts.runs(config.execute_every_ms, config.search_within_ms)],
        [words.status, status ? words.states[status] : words.none],
        [words.last, last ? <Timestamp key="" instant={last} /> : words.never],
        [words.next, next ? <Timestamp key="" instant={next} /> : words.none],
        [
          words.range,
          data ? (
            <span key="">
              <Timestamp instant={data.timerange_from} /> → <Timestamp instant={data.timerange_to} />
            </span>
          ) : (
            words.none
          ),
        ],
        [words.queued, <Queue key="" definition={definition} />],
      ]}
    />
  );
}

function Queue({ definition: { id, title, scheduler } }: ScheduleProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { readonly } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const granted = useCurrentUser()?.permissions ?? [];
  const clearing = useMutation(clearQueueMutation(client, queryClient));
  const queued = scheduler?.queued_notifications ?? 0;
  const clear = async (): Promise<void> => {
    const question = { title: words.clearTitle, text: words.clearText(title), confirm: words.clearAction };
    if (!(await confirm({ ...question, danger: true }))) return;
    try {
      await clearing.mutateAsync(id);
      toast('success', words.cleared, texts.success);
    } catch (error) {
      toast('error', reasonOf(error), words.clearFailed);
    }
  };
  return (
    <span className={styles.queue}>
      {formatNumber(queued)}
      {queued > 0 && !readonly && allows(granted, `eventdefinitions:edit:${id}`) && (
        <Button
          size="small"
          busy={clearing.isPending}
          aria-label={words.clearNamed(title)}
          onClick={() => void clear()}
        >
          {words.clear}
        </Button>
      )}
    </span>
  );
}
