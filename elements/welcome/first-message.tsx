/**
 * Explains how to send a first message to the running inputs, with a one-click demo. Users who may not see inputs or
 * read a stream learn why they find no messages.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../api/failures.js';
import type { InputStateSummary } from '../../api/contract/inputs.js';
import { startDemoMutation, stopDemoMutation } from '../../api/queries/demo.js';
import { inputsQuery, inputStatesQuery } from '../../api/queries/inputs.js';
import { dashboardsQuery } from '../../api/queries/views.js';
import { allows } from '../../api/permissions.js';
import { randomIds } from '../../machines/view/ids.js';
import { useConnection, useCurrentUser, usePermission } from '../element/connection-context.js';
import { useHostElement, useNavigate } from '../element/host-context.js';
import { Button } from '../kit/button.js';
import { CopyButton } from '../kit/copy-button.js';
import { useToasts } from '../kit/feedback.js';
import { HelpLink } from '../kit/help-link.js';
import { ChevronRightIcon, PlayIcon, StopIcon } from '../kit/icons.js';
import { Link } from '../kit/link.js';
import { container, focusRing, space, tokens, type } from '../kit/tokens.js';
import { sendCommands } from './commands.js';
import { demoDashboard, demoDashboardQuery, generatorOf, isAtWork, sampleOf } from './demo.js';
import type { AnyMessage } from './any-message.js';
import { firstStepsTexts } from './first-steps-texts.js';
import { FirstSteps } from './first-steps.js';
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
  part: {
    padding: `${space.xl}px ${space.xxl}px ${space.xxl}px`,
    minWidth: 0,
    ':only-child': { gridColumn: '1 / -1' },
  },
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
  links: { display: 'flex', gap: `${space.xl}px`, flexWrap: 'wrap', marginBottom: `${space.xl}px`, ...type.body },
  next: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: `${space.m}px ${space.xl}px`, ...type.body },
  arrived: { margin: `${space.l}px 0 0`, color: tokens.text.secondary, ...type.body },
  fold: { '&[open] > summary > svg': { transform: 'rotate(90deg)' } },
  summary: {
    ...type.sectionTitle,
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    cursor: 'pointer',
    '::-webkit-details-marker': { display: 'none' },
    ':focus-visible': focusRing,
    '& > svg': { fontSize: '16px', flexShrink: 0, color: tokens.text.tertiary },
  },
});

interface RoutesProps {
  readonly hasRoute: (route: string) => boolean;
}

export interface FirstMessageProps extends RoutesProps {
  readonly any: AnyMessage;
  /** True if there was no message when the page was opened. */
  readonly isNew: boolean;
}

export function FirstMessage({ any, isNew, hasRoute }: FirstMessageProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const mayReadInputs = usePermission('inputs:read');
  // Users who may read no stream could not find the message they sent.
  const sees = mayReadInputs && any !== 'denied';
  const { data } = useQuery({ ...inputStatesQuery(client), enabled: sees });
  if (!sees) return any === 'none' || any === 'denied' ? <Nothing any={any} /> : null;
  // Nothing is shown while loading, so that the box does not appear unfolded and then fold.
  if (!data || any === 'loading') return null;
  const title = isNew ? texts.first.title : texts.first.more;
  return (
    <section className={styles.card} aria-label={title}>
      {isNew ? (
        <div className={styles.part}>
          <h2 className={styles.title}>{title}</h2>
          <Commands states={data.states} hasRoute={hasRoute} />
          <p className={styles.arrived} role="status">
            {any === 'some' ? texts.first.arrived : texts.first.waiting}
          </p>
        </div>
      ) : (
        <details className={mergeClasses(styles.part, styles.fold)}>
          <summary className={styles.summary}>
            <ChevronRightIcon />
            {title}
          </summary>
          <Commands states={data.states} hasRoute={hasRoute} />
        </details>
      )}
      <Demo hasRoute={hasRoute} states={data.states} offered={isNew} />
    </section>
  );
}

/** Explains why there are no messages to users who may not send messages, or may not read them. */
function Nothing({ any }: { readonly any: 'none' | 'denied' }): ReactNode {
  const styles = useStyles();
  const title = any === 'denied' ? texts.first.noStreams : texts.first.nothing;
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.part}>
        <h2 className={styles.title}>{title}</h2>
        <FirstSteps any={any} />
      </div>
    </section>
  );
}

interface StatesProps extends RoutesProps {
  readonly states: readonly InputStateSummary[];
}

function Commands({ states, hasRoute }: StatesProps): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  const { readonly } = useHostElement();
  const mayCreate = usePermission('inputs:create') && !readonly;
  const inputs = mayCreate ? firstStepsTexts.start : firstStepsTexts.inputs;
  const commands = sendCommands(states, window.location.hostname);
  return (
    <>
      <p className={styles.text}>{commands.length > 0 ? texts.first.description : texts.first.none}</p>
      {commands.length > 0 && (
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
      )}
      <div className={styles.next}>
        {commands.length > 0 && (
          <Button size="small" onClick={() => navigate('/search?rangetype=relative&relative=300')}>
            {texts.first.search}
          </Button>
        )}
        {hasRoute('/system/inputs') &&
          (commands.length > 0 ? (
            <Link route="/system/inputs">{inputs}</Link>
          ) : (
            <Button size="small" appearance="primary" onClick={() => navigate('/system/inputs')}>
              {inputs}
            </Button>
          ))}
        <HelpLink chapter="senders">{firstStepsTexts.handbook}</HelpLink>
      </div>
    </>
  );
}

interface DemoProps extends StatesProps {
  /** True offers to start the demo, while no message has been received yet. */
  readonly offered: boolean;
}

/**
 * Renders the demo: links to its messages and dashboard, regardless of who created them, and buttons to start and stop
 * it.
 */
function Demo({ hasRoute, states, offered }: DemoProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const user = useCurrentUser();
  const { toast } = useToasts();
  const may = (permission: string): boolean => user !== undefined && allows(user.permissions, permission);
  const inputs = useQuery(inputsQuery(client));
  const dashboards = useQuery(dashboardsQuery(client, demoDashboardQuery));
  const inputId = generatorOf(inputs.data?.inputs ?? [])?.id;
  const dashboardId = sampleOf(dashboards.data?.elements ?? [])?.id;
  const running = inputId !== undefined && isAtWork(states, inputId);
  const mayStart = inputId === undefined ? may('inputs:create') : may(`inputs:changestate:${inputId}`);
  const starting = useMutation({
    ...startDemoMutation(client, queryClient),
    onSuccess: () => toast('success', texts.demo.started, texts.success),
    onError: (error) => toast('error', reasonOf(error), texts.demo.failed),
  });
  const stopping = useMutation({
    ...stopDemoMutation(client, queryClient),
    onError: (error) => toast('error', reasonOf(error), texts.demo.stopFailed),
  });
  const start = (): void => {
    const missing = dashboardId === undefined && may('dashboards:create');
    starting.mutate({
      input: inputId === undefined ? { title: texts.demo.inputTitle } : { id: inputId },
      dashboard: missing ? demoDashboard(user?.username ?? null, new Date().toISOString(), randomIds) : undefined,
    });
  };
  if (inputs.isPending || dashboards.isPending) return null;
  const known = inputId !== undefined;
  if (!known && !(offered && mayStart)) return null;
  const dashboardRoute = dashboardId === undefined ? undefined : `/dashboards/${dashboardId}`;
  return (
    <div className={mergeClasses(styles.part, styles.demo)}>
      <h2 className={styles.title}>{known ? texts.demo.own : texts.demo.title}</h2>
      <p className={styles.text}>{texts.demo.description}</p>
      {known && (
        <>
          <p className={styles.text} role="status">
            {running ? texts.demo.running : texts.demo.stopped}
          </p>
          <div className={styles.links}>
            <Link
              route={`/search?${new URLSearchParams({ q: `gl2_source_input:${inputId}`, rangetype: 'relative', relative: '300' }).toString()}`}
            >
              {texts.demo.search}
            </Link>
            {dashboardRoute !== undefined && hasRoute(dashboardRoute) && (
              <Link route={dashboardRoute}>{texts.demo.dashboard}</Link>
            )}
          </div>
        </>
      )}
      {mayStart &&
        (running ? (
          <Button icon={<StopIcon />} busy={stopping.isPending} onClick={() => stopping.mutate(inputId)}>
            {texts.demo.stop}
          </Button>
        ) : (
          <Button icon={<PlayIcon />} busy={starting.isPending} onClick={start}>
            {texts.demo.start}
          </Button>
        ))}
    </div>
  );
}
