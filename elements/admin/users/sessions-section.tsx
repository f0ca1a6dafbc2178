/**
 * Renders a section with the sessions of a user, which can be ended. It is hidden for a reference server, which does
 * not list sessions.
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User, UserSession } from '../../../api/contract/users.js';
import { reasonOf } from '../../../api/failures.js';
import { isMissing } from '../../../api/queries/missing.js';
import { endAllSessionsMutation, endSessionMutation, userSessionsQuery } from '../../../api/queries/sessions.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Chip } from '../../kit/chip.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Loading } from '../../kit/loading.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { useLineStyles } from './line-styles.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  device: { display: 'flex', gap: '8px', alignItems: 'center', fontWeight: 600 },
});

const { sessions: words } = texts;

const deviceOf = ({ browser, system }: UserSession): string =>
  browser !== null && system !== null ? words.device(browser, system) : (browser ?? system ?? words.unknown);

export function SessionsSection({ user }: { readonly user: User }): ReactNode {
  const styles = useStyles();
  const lines = useLineStyles();
  const { client, queryClient } = useConnection();
  const { readonly } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const me = useCurrentUser();
  const sessions = useQuery({ ...userSessionsQuery(client, user.id), retry: false });
  const ending = useMutation(endSessionMutation(client, queryClient, user.id));
  const endingAll = useMutation(endAllSessionsMutation(client, queryClient, user.id));
  if (isMissing(sessions.error)) return null;

  const end = async (stop: () => Promise<unknown>, done: string, action: string): Promise<void> => {
    if (!(await confirm({ title: words.endTitle, text: words.endText, confirm: action, danger: true }))) return;
    try {
      await stop();
      toast('success', done, texts.success);
    } catch (error) {
      toast('error', reasonOf(error), words.endFailed);
    }
  };
  const list = sessions.data ?? [];
  const own = me?.id === user.id;
  const others = list.filter(({ current }) => !current).length;
  const all = own ? words.endOthers : words.endAll;
  return (
    <Section
      title={words.title}
      intro={words.intro}
      action={
        !readonly &&
        others > (own ? 0 : 1) && (
          <Button
            size="small"
            busy={endingAll.isPending}
            onClick={() => void end(() => endingAll.mutateAsync(own), words.endedAll, all)}
          >
            {all}
          </Button>
        )
      }
    >
      {sessions.isPending && <Loading />}
      {sessions.error && (
        <ErrorPanel title={words.failed} errors={[reasonOf(sessions.error)]} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data && list.length === 0 && <p>{words.none}</p>}
      <ul>
        {list.map((session) => (
          <li key={session.id} className={lines.row}>
            <span className={lines.text}>
              <span className={styles.device}>
                {deviceOf(session)}
                {session.current && <Chip size="small">{words.here}</Chip>}
              </span>
              <span className={lines.facts}>
                {words.from(session.address)} · {words.since} <RelativeTime instant={session.created_at} /> ·{' '}
                {words.last} <RelativeTime instant={session.last_activity} />
              </span>
            </span>
            {!readonly && !session.current && (
              <Button
                size="small"
                aria-label={`${words.end}: ${deviceOf(session)} ${session.address}`}
                onClick={() => void end(() => ending.mutateAsync(session.id), words.ended, words.end)}
              >
                {words.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
