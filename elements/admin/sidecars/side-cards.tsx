/**
 * Renders cards beside the list of sidecars: a rollout, the sidecars that need attention, and how many configurations
 * are assigned automatically and by hand.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { SidecarFigures } from '../../../api/contract/sidecars.schema.js';
import type { Rollout, RolloutRequest, RolloutStage } from '../../../api/contract/sidecar-versions.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { steerRolloutMutation } from '../../../api/queries/sidecars.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { StatusBadge, type StatusKind } from '../../kit/chip.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Float } from '../../kit/float.js';
import { CheckIcon, DiscardIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

const VersionsDialog = lazyPart(() => import('./versions-dialog.js'), 'VersionsDialog');

const useStyles = makeStyles({
  card: {
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
    ...type.body,
    // Links within text are underlined, because colour alone does not distinguish them.
    '& a': { textDecorationLine: 'underline' },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '8px 12px',
    borderBottom: `1px solid ${tokens.border.divider}`,
  },
  title: { ...type.body, fontWeight: 600 },
  part: {
    padding: '10px 12px',
    borderTop: `1px solid ${tokens.border.divider}`,
    ':first-of-type': { borderTopWidth: 0 },
  },
  intro: { padding: '10px 12px' },
  note: { color: tokens.text.secondary, ...type.caption },
  strong: { fontWeight: 600 },
  failing: { color: tokens.status.danger.text },
  message: { ...type.logSmall, color: tokens.status.danger.text, overflowWrap: 'anywhere' },
  warning: { color: tokens.status.warning.text },
  bar: {
    height: '8px',
    margin: '8px 0 4px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    overflow: 'hidden',
  },
  fill: { height: '100%', backgroundColor: tokens.brand.solid },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  stage: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) auto',
    gap: '10px',
    padding: '10px 12px',
    borderTop: `1px solid ${tokens.border.divider}`,
  },
  current: { backgroundColor: tokens.surface.subtle },
  circle: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    borderRadius: '12px',
    boxSizing: 'border-box',
    border: `1px solid ${tokens.border.strong}`,
    ...type.caption,
  },
  done: { border: 'none', backgroundColor: tokens.selection.background, color: tokens.selection.text },
  active: { border: 'none', backgroundColor: tokens.brand.solid, color: tokens.text.onBrand },
  buttons: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    padding: '10px 12px',
    borderTop: `1px solid ${tokens.border.divider}`,
  },
  row: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '8px' },
});

interface CardProps {
  readonly title: string;
  /** Id of an element whose text distinguishes this card from other cards with the same title. */
  readonly about?: string;
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

function Card({ title, about, extra, children }: CardProps): ReactNode {
  const styles = useStyles();
  const id = useId();
  return (
    <section aria-labelledby={about === undefined ? id : `${id} ${about}`} className={styles.card}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {extra}
      </div>
      {children}
    </section>
  );
}

const rolloutKinds: Readonly<Record<Rollout['state'], StatusKind>> = {
  running: 'info',
  paused: 'warning',
  done: 'success',
  rolled_back: 'neutral',
};

export const isUnderWay = ({ state }: Rollout): boolean => state === 'running' || state === 'paused';

export function RolloutCard({ rollout }: { readonly rollout: Rollout }): ReactNode {
  const styles = useStyles();
  const words = texts.rollout;
  const { client, queryClient } = useConnection();
  const host = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const mayUpdate = usePermission('sidecar_collector_configurations:update') && !host.readonly;
  const steering = useMutation(steerRolloutMutation(client, queryClient));
  const [comparing, setComparing] = useState(false);
  const underWay = isUnderWay(rollout);
  const nameId = useId();
  const steer = async (action: RolloutRequest['action']): Promise<void> => {
    if (action === 'roll_back') {
      const question = {
        title: words.question.title,
        text: words.question.text(rollout.from_version),
        confirm: words.rollBack,
      };
      if (!(await confirm({ ...question, danger: true }))) return;
    }
    steering.mutate(
      { rolloutId: rollout.id, action },
      { onError: (error) => toast('error', reasonOf(error), words.failed) },
    );
  };
  return (
    <Card
      title={words.title}
      about={nameId}
      extra={<StatusBadge kind={rolloutKinds[rollout.state]}>{words.states[rollout.state]}</StatusBadge>}
    >
      <div className={styles.intro}>
        <div>
          <span id={nameId}>
            <Link route={routes.editConfiguration(rollout.configuration_id)}>{rollout.configuration_name}</Link>
          </span>{' '}
          {words.versions(rollout.from_version, rollout.to_version)}
        </div>
        <div className={styles.note}>
          {words.started(rollout.username)} <RelativeTime instant={rollout.started_at} />
        </div>
        <div className={styles.bar} aria-hidden="true">
          <div className={styles.fill} style={{ width: `${(rollout.reached / Math.max(1, rollout.total)) * 100}%` }} />
        </div>
        <div>{words.reached(rollout.reached, rollout.total, rollout.to_version)}</div>
        {rollout.reason !== '' && <div className={styles.note}>{rollout.reason}</div>}
      </div>
      <ol className={styles.list}>
        {rollout.stages.map((stage, index) => (
          <Stage key={stage.name} stage={stage} number={index + 1} />
        ))}
      </ol>
      {rollout.next_at !== null && (
        <div className={mergeClasses(styles.intro, styles.note)}>
          {words.next} <RelativeTime instant={rollout.next_at} />.
        </div>
      )}
      <div className={styles.buttons}>
        {mayUpdate && underWay && (
          <Button size="small" icon={<DiscardIcon />} busy={steering.isPending} onClick={() => void steer('roll_back')}>
            {words.rollBack}
          </Button>
        )}
        <Button size="small" onClick={() => setComparing(true)}>
          {words.difference}
        </Button>
        {mayUpdate && rollout.state === 'paused' && (
          <Button size="small" onClick={() => void steer('resume')}>
            {words.goOn}
          </Button>
        )}
        {mayUpdate && rollout.state === 'running' && (
          <>
            <Button size="small" onClick={() => void steer('pause')}>
              {words.pause}
            </Button>
            <Button size="small" onClick={() => void steer('advance')}>
              {words.advance}
            </Button>
          </>
        )}
      </div>
      <Float onFailed={() => setComparing(false)}>
        {comparing && (
          <VersionsDialog
            configurationId={rollout.configuration_id}
            compare={[rollout.from_version, rollout.to_version]}
            onClose={() => setComparing(false)}
          />
        )}
      </Float>
    </Card>
  );
}

function Stage({ stage, number }: { readonly stage: RolloutStage; readonly number: number }): ReactNode {
  const styles = useStyles();
  const words = texts.rollout;
  const isCurrent = stage.state === 'running' || stage.state === 'paused';
  const [first] = stage.failing;
  return (
    <li className={mergeClasses(styles.stage, isCurrent && styles.current)}>
      <span
        className={mergeClasses(styles.circle, stage.state === 'done' && styles.done, isCurrent && styles.active)}
        aria-hidden="true"
      >
        {stage.state === 'done' ? <CheckIcon /> : number}
      </span>
      <div>
        <div className={mergeClasses(isCurrent && styles.strong)}>{words.stages[stage.name](stage.nodes)}</div>
        {stage.state !== 'waiting' && <div className={styles.note}>{words.running(stage.running)}</div>}
        {first && (
          <>
            <div className={styles.failing}>
              {words.failing(stage.failing.length)}
              <Link route={routes.status(first.node_id)}>{first.node_name}</Link>
            </div>
            <div className={styles.message}>{first.message}</div>
          </>
        )}
      </div>
      <span className={styles.note}>{words.stageStates[stage.state]}</span>
    </li>
  );
}

export function AttentionCard({ figures }: { readonly figures: SidecarFigures }): ReactNode {
  const styles = useStyles();
  const words = texts.attention;
  return (
    <Card
      title={words.title}
      extra={figures.attention.length > 0 && <span className={styles.note}>{figures.attention.length}</span>}
    >
      {figures.attention.length === 0 ? (
        <div className={mergeClasses(styles.intro, styles.note)}>{words.none}</div>
      ) : (
        <ul className={styles.list}>
          {figures.attention.slice(0, 8).map(({ node_id: id, node_name: name, kind, message, since }) => (
            <li key={id} className={styles.part}>
              <div className={styles.row}>
                <span className={styles.strong}>{words[kind](name)}</span>
                <Link route={routes.status(id)}>{words.details}</Link>
              </div>
              <div className={styles.note}>
                {message} <RelativeTime instant={since} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function AssignmentCard({ figures }: { readonly figures: SidecarFigures }): ReactNode {
  const styles = useStyles();
  const words = texts.assignment;
  return (
    <Card title={words.title} extra={<Link route={routes.administration}>{words.edit}</Link>}>
      <div className={styles.intro}>
        <div>{words.summary(figures.by_tags_or_rule, figures.by_hand)}</div>
        {figures.without_configuration > 0 && (
          <div className={styles.warning}>{words.without(figures.without_configuration)}</div>
        )}
      </div>
    </Card>
  );
}
