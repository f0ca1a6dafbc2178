/** Renders the card of an output with its type, delivery state and actions. */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ConfigurableType } from '../../../api/contract/config-fields.js';
import type { OutputStatus, OutputSummary } from '../../../api/contract/outputs.js';
import { allows } from '../../../api/permissions.js';
import { deleteOutputMutation, unassignOutputMutation } from '../../../api/queries/outputs.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { ProvisionedMark, useProvisioned } from '../../kit/provisioned.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Chip, StatusBadge } from '../../kit/chip.js';
import { ConfigurationWell } from '../../kit/configured/configuration-well.js';
import { ConfiguredCard, Detail, Identifier } from '../../kit/configured/configured-card.js';
import { DeleteIcon, EditIcon, RemoveIcon } from '../../kit/icons.js';
import { RelativeTime, Timestamp } from '../../kit/timestamp.js';
import { tokens, type as texttype } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import type { OutputTask } from './output-dialog.js';
import { texts } from './texts.js';

const { card: words, status: reported } = texts;

const useStyles = makeStyles({
  body: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
    alignItems: 'start',
    gap: '16px 24px',
  },
  status: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '6px' },
  heading: { color: tokens.text.secondary, ...texttype.overline },
  lines: { margin: 0, padding: 0, listStyle: 'none', fontVariantNumeric: 'tabular-nums', ...texttype.body },
  detail: { color: tokens.text.secondary, overflowWrap: 'anywhere' },
});

export interface OutputCardProps {
  readonly output: OutputSummary;
  /** Description of the output's type; undefined if the type is unknown or not loaded yet. */
  readonly type: ConfigurableType | undefined;
  readonly typesKnown: boolean;
  /** Delivery state of the output; undefined while it is loading. */
  readonly status: OutputStatus | undefined;
  /** Id of the stream whose outputs are shown; undefined if all outputs are shown. */
  readonly streamId: string | undefined;
  /** True if the user may edit the stream; removing the output also needs the permission `stream_outputs:delete`. */
  readonly mayUnassign: boolean;
  readonly onTask: (task: OutputTask) => void;
}

export function OutputCard(props: OutputCardProps): ReactNode {
  const { output, type, typesKnown, status, streamId, mayUnassign, onTask } = props;
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const { id, title } = output;
  const may = (permission: string): boolean => !readonly && allows(granted, permission);
  const deleting = useMutation(deleteOutputMutation(client, queryClient));
  const unassigning = useMutation(unassignOutputMutation(client, queryClient, streamId ?? ''));
  const onGone = (): void => void emit('log-changed', { type: 'output', id });
  const deletion = useDeletion({ texts: texts.removal, one: deleting.mutateAsync, onGone });
  const unassignment = useDeletion({ texts: texts.unassignment, one: unassigning.mutateAsync, onGone });
  const unknown = typesKnown && !type;
  const provisionedBy = useProvisioned();
  return (
    <ConfiguredCard
      title={title}
      level={2}
      facts={
        <>
          <Identifier>
            {words.id} {id}
          </Identifier>
          <Identifier>{output.type}</Identifier>
          <ProvisionedMark file={provisionedBy(id)} />
          {status && (
            <StatusBadge kind={status.state === 'RUNNING' ? 'success' : 'danger'}>
              {reported.states[status.state]}
            </StatusBadge>
          )}
          {output.content_pack !== null && <Chip size="small">{words.contentPack}</Chip>}
        </>
      }
      actions={
        <>
          {may(`outputs:edit:${id}`) && (
            <Button
              size="small"
              icon={<EditIcon />}
              aria-label={words.editNamed(title)}
              disabled={!type}
              {...(unknown && { disabledReason: words.unknownType })}
              onClick={() => onTask({ kind: 'edit', output })}
            >
              {words.edit}
            </Button>
          )}
          {streamId !== undefined && mayUnassign && may(`stream_outputs:delete:${id}`) && (
            <Button
              size="small"
              icon={<RemoveIcon />}
              aria-label={words.unassignNamed(title)}
              onClick={() => void unassignment.remove(id, title)}
            >
              {words.unassign}
            </Button>
          )}
          {may('outputs:terminate') && (
            <Button
              size="small"
              icon={<DeleteIcon />}
              aria-label={words.deleteNamed(title)}
              onClick={() => void deletion.remove(id, title)}
            >
              {words.delete}
            </Button>
          )}
        </>
      }
    >
      {unknown && <Alert kind="danger">{words.unknownType}</Alert>}
      {status?.state === 'FAILING' && (
        <Alert kind="danger" title={reported.failing}>
          {status.last_error && <Detail>{status.last_error.message}</Detail>}
        </Alert>
      )}
      {/* The counter is outside the alert, because screen readers would announce each of its changes. */}
      {status?.state === 'FAILING' && (
        <Detail>
          {reported.retries(status.retries)}
          {status.retry_at !== null && (
            <>
              . {reported.retry} <Timestamp instant={status.retry_at} />
            </>
          )}
        </Detail>
      )}
      {status && status.dropped > 0 && <Alert kind="warning">{reported.dropped(status.dropped)}</Alert>}
      <div className={styles.body}>
        {status && <Sending status={status} />}
        <ConfigurationWell fields={type?.requested_configuration} values={output.configuration} />
      </div>
    </ConfiguredCard>
  );
}

function Sending({ status }: { readonly status: OutputStatus }): ReactNode {
  const styles = useStyles();
  const {
    waiting_messages: waiting,
    waiting_bytes: bytes,
    oldest_at: oldest,
    sent,
    refused,
    last_error: last,
  } = status;
  return (
    <div className={styles.status}>
      <h3 className={styles.heading}>{reported.heading}</h3>
      <ul className={styles.lines}>
        <li>
          {waiting === 0 ? reported.nothingWaits : reported.waiting(waiting, bytes)}
          {waiting > 0 && oldest !== null && (
            <>
              , {reported.oldest} <RelativeTime instant={oldest} />
            </>
          )}
        </li>
        <li>{reported.sent(sent)}</li>
        {refused > 0 && <li>{reported.refused(refused)}</li>}
        {last && status.state === 'RUNNING' && (
          <li className={styles.detail}>
            {reported.lastError} <RelativeTime instant={last.time} />: {last.message}
          </li>
        )}
      </ul>
    </div>
  );
}
