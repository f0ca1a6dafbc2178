/** How to send a first message to the inputs that are running, and a demo by one click. For who may see inputs. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../api/failures.js';
import { invalidateInputs, inputStatesQuery } from '../../api/queries/inputs.js';
import { invalidateViewLists } from '../../api/queries/views.js';
import { allows } from '../../api/permissions.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';
import { useNavigate } from '../element/host-context.js';
import { Button } from '../kit/button.js';
import { CopyButton } from '../kit/copy-button.js';
import { useToasts } from '../kit/feedback.js';
import { PlayIcon } from '../kit/icons.js';
import { Link } from '../kit/link.js';
import { container, space, tokens, type } from '../kit/tokens.js';
import { sendCommands } from './commands.js';
import { isGenerator, startDemo } from './demo.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
    overflow: 'clip',
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  part: { padding: `${space.xl}px ${space.xxl}px ${space.xxl}px`, minWidth: 0 },
  demo: {
    borderLeft: `1px solid ${tokens.border.divider}`,
    backgroundColor: tokens.surface.subtle,
    [container.medium]: { borderLeft: 'none', borderTop: `1px solid ${tokens.border.divider}` },
  },
  title: { ...type.sectionTitle, margin: 0 },
  text: { ...type.body, margin: `0 0 ${space.xl}px`, color: tokens.text.secondary },
  list: { margin: `0 0 ${space.xl}px`, padding: 0, display: 'grid', gap: `${space.xl}px` },
  name: { ...type.cardTitle },
  line: { display: 'flex', alignItems: 'flex-start', gap: '8px', margin: '4px 0 0' },
  command: {
    ...type.logSmall,
    flexGrow: 1,
    minWidth: 0,
    margin: 0,
    padding: '5px 10px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  links: { display: 'flex', gap: `${space.xl}px`, flexWrap: 'wrap', ...type.body },
});

export function FirstMessage({ hasRoute }: { readonly hasRoute: (route: string) => boolean }): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const may = (permission: string): boolean => user !== undefined && allows(user.permissions, permission);
  const sees = may('inputs:read');
  const { data } = useQuery({ ...inputStatesQuery(client), enabled: sees });
  const demo = useMutation({
    mutationFn: () => startDemo(client, { owner: user?.username ?? null, dashboard: may('dashboards:create') }),
  });
  if (!sees || !data) return null;
  const commands = sendCommands(data.states, window.location.hostname);
  const generator = data.states.find(
    ({ state, message_input: input }) => isGenerator(input.type) && state === 'RUNNING',
  );
  const started = demo.data;
  const running = started?.inputId ?? generator?.id;
  const dashboardRoute = started?.dashboardId === undefined ? undefined : `/dashboards/${started.dashboardId}`;
  const start = (): void =>
    demo.mutate(undefined, {
      onSuccess: () => {
        toast('success', texts.demo.started, texts.success);
        void invalidateInputs(queryClient);
        void invalidateViewLists(queryClient);
      },
      onError: (error) => toast('error', reasonOf(error), texts.demo.failed),
    });
  return (
    <section className={styles.card} aria-label={texts.first.title}>
      <div className={styles.part}>
        <h2 className={styles.title}>{texts.first.title}</h2>
        <p className={styles.text}>{commands.length > 0 ? texts.first.description : texts.first.none}</p>
        <dl className={styles.list}>
          {commands.map(({ id, name, text }) => (
            <div key={id}>
              <dt className={styles.name}>{name}</dt>
              <dd className={styles.line}>
                <code className={styles.command}>{text}</code>
                <CopyButton text={text} label={texts.first.copy(name)} />
              </dd>
            </div>
          ))}
        </dl>
        <Button size="small" onClick={() => navigate('/search?rangetype=relative&relative=300')}>
          {texts.first.search}
        </Button>
      </div>
      {(may('inputs:create') || running !== undefined) && (
        <div className={mergeClasses(styles.part, styles.demo)}>
          <h2 className={styles.title}>{texts.demo.title}</h2>
          <p className={styles.text}>{texts.demo.description}</p>
          {running === undefined ? (
            <Button icon={<PlayIcon />} busy={demo.isPending} onClick={start}>
              {texts.demo.start}
            </Button>
          ) : (
            <>
              <p className={styles.text} role="status">
                {texts.demo.running}
              </p>
              <div className={styles.links}>
                <Link
                  route={`/search?${new URLSearchParams({ q: `gl2_source_input:${running}`, rangetype: 'relative', relative: '300' }).toString()}`}
                >
                  {texts.demo.search}
                </Link>
                {dashboardRoute !== undefined && hasRoute(dashboardRoute) && (
                  <Link route={dashboardRoute}>{texts.demo.dashboard}</Link>
                )}
              </div>
            </>
          )}
        </div>
      )}
    </section>
  );
}
