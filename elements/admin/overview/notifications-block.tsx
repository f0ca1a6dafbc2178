/** Renders system notifications, each with a dismiss button. */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SystemNotification } from '../../../api/contract/system.js';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { dismissNotificationMutation, notificationMessageQuery } from '../../../api/queries/system-overview.js';
import { notificationsQuery } from '../../../api/queries/system.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { IconButton } from '../../kit/icon-button.js';
import { CloseIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { Loading } from '../../kit/loading.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { notifications: words } = texts;

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  head: { display: 'flex', flexWrap: 'wrap', gap: '0 8px', alignItems: 'baseline' },
  title: { ...type.cardTitle },
  when: { color: tokens.text.secondary },
});

/** Route and label of the page on which the user can solve the problem, by the type of the system notification. */
const remedies: Readonly<Record<string, readonly [route: string, label: string]>> = {
  no_input_running: ['/system/inputs', words.toInputs],
  input_failed_to_start: ['/system/inputs', words.toInputs],
  input_failing: ['/system/inputs', words.toInputs],
  input_failure_shutdown: ['/system/inputs', words.toInputs],
  output_failing: ['/system/outputs', words.toOutputs],
  output_disabled: ['/system/outputs', words.toOutputs],
  index_ranges_recalculation: ['/system/indices', words.toIndices],
  legacy_ldap_config_migration: ['/system/authentication/services', words.toAuthentication],
};

/** Renders a block with the system notifications; the page shows it to users who may read them. */
export function NotificationsBlock(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(notificationsQuery(client));
  if (!data)
    return (
      <Section title={words.title}>
        {error ? (
          <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </Section>
    );
  return (
    <Section title={words.heading(data.notifications.length)}>
      {data.notifications.length === 0 ? (
        <Alert kind="success">{words.none}</Alert>
      ) : (
        <ul className={styles.list}>
          {data.notifications.map((notification) => (
            <li key={`${notification.type} ${notification.key ?? ''}`}>
              <Notification notification={notification} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Notification({ notification }: { readonly notification: SystemNotification }): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { readonly } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const granted = useCurrentUser()?.permissions ?? [];
  const { data, error } = useQuery(notificationMessageQuery(client, notification));
  const { isPending, mutateAsync } = useMutation(dismissNotificationMutation(client, queryClient));
  const mayDelete = !readonly && allows(granted, `notifications:delete:${notification.type}`);
  const close = async (): Promise<void> => {
    if (!(await confirm({ title: words.close, text: words.ask, confirm: words.confirm, danger: true }))) return;
    await mutateAsync(notification).catch((failure: unknown) => toast('error', reasonOf(failure), words.closeFailed));
  };
  const remedy = Object.hasOwn(remedies, notification.type) ? remedies[notification.type] : undefined;
  return (
    <Alert
      kind="danger"
      action={
        mayDelete && (
          <IconButton
            size="small"
            label={words.close}
            icon={<CloseIcon />}
            busy={isPending}
            onClick={() => void close()}
          />
        )
      }
    >
      <p className={styles.head}>
        <span className={styles.title}>{data?.title ?? notification.type}</span>
        <span className={styles.when}>
          ({words.triggered} <RelativeTime instant={notification.timestamp} />)
        </span>
      </p>
      {data && <p>{data.description}</p>}
      {error && <p>{`${words.textFailed}: ${reasonOf(error)}`}</p>}
      {remedy && (
        <p>
          <Link route={remedy[0]}>{remedy[1]}</Link>
        </p>
      )}
    </Alert>
  );
}
