/**
 * Renders the step of the wizard for notifications, grace period and backlog (screens/dashboards-sharing-alerts.md
 * §9.6).
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { EventDefinition } from '../../../api/contract/event-definitions.js';
import type { EventNotification } from '../../../api/contract/event-notifications.js';
import { allows } from '../../../api/permissions.js';
import { useCurrentUser, usePermission } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { ColumnHeads } from '../../kit/column-heads.js';
import { Section } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { Fields } from '../../kit/form/index.js';
import { AddIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { NumberInput } from '../../kit/number-input.js';
import { SearchSelect } from '../../kit/search-select.js';
import { Suspense } from '../../kit/suspense.js';
import { tokens, type } from '../../kit/tokens.js';
import { NotificationForm, NotificationTypeTitle } from '../notifications/pages.js';
import { DurationInput } from './duration-input.js';
import { formTexts } from './form-texts.js';
import type { StepProps } from './step.js';

const words = formTexts.notifications;
/** Value of the option for a new notification; it differs from every id. */
const newOne = '+';
/** Initial value of the grace period in ms when the user switches it on. */
const usualGraceMs = 300_000;
/** Initial number of messages in the backlog if the server has no default. */
const usualBacklog = 50;

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '24px' },
  inner: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& th, & td': { padding: '6px 12px 6px 0', textAlign: 'start', overflowWrap: 'anywhere' },
    '& th': { color: tokens.text.secondary, ...type.overline },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
  },
  none: { color: tokens.text.secondary, ...type.body },
  choice: { display: 'flex', gap: '8px', alignItems: 'end', flexWrap: 'wrap', maxWidth: '560px' },
  select: { flexGrow: 1, minWidth: '200px' },
  setting: { display: 'grid', gap: '8px' },
  list: { margin: '4px 0 0', paddingLeft: '18px', '& > li': { listStyle: 'disc' } },
  number: { maxWidth: '160px' },
});

export interface NotificationsStepProps extends StepProps {
  /** All notifications that the user may read. */
  readonly all: readonly EventNotification[];
  readonly defaultBacklog: number;
}

/** Returns the ids of those attached notifications that the user may not read. */
export function unreadableOf(
  attached: EventDefinition['notifications'],
  granted: readonly string[],
): readonly string[] {
  return attached
    .map(({ notification_id: id }) => id)
    .filter((id) => !allows(granted, `eventnotifications:read:${id}`));
}

export function NotificationsStep(props: NotificationsStepProps): ReactNode {
  const styles = useStyles();
  const { values, set, error, all, defaultBacklog } = props;
  const granted = useCurrentUser()?.permissions ?? [];
  const unreadable = unreadableOf(values.notifications, granted);
  if (unreadable.length > 0)
    return (
      <Section title={words.step}>
        <Alert kind="warning" title={words.missingTitle}>
          {words.missing}
          <ul className={styles.list}>
            {unreadable.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        </Alert>
      </Section>
    );
  const problem = error('notifications');
  const { grace_period_ms: grace, backlog_size: backlog } = values;
  const hasBacklog = backlog !== 0 && backlog !== null;
  return (
    <div className={styles.root}>
      <Section
        title={words.step}
        intro={words.help}
        action={
          <Link route="/alerts/notifications" target="_blank" rel="noreferrer">
            {words.manage}
          </Link>
        }
      >
        <div className={styles.inner}>
          {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
          <Attached {...props} />
          <Adding
            offered={all.filter(({ id }) => !values.notifications.some((one) => one.notification_id === id))}
            onAdd={(id) =>
              set({ notifications: [...values.notifications, { notification_id: id, notification_parameters: null }] })
            }
          />
        </div>
      </Section>
      {values.notifications.length > 0 && (
        <Section title={words.settings}>
          <Fields>
            <div className={styles.setting}>
              <Checkbox
                label={words.on(words.grace)}
                checked={grace !== 0}
                onChange={(on) => set({ grace_period_ms: on ? usualGraceMs : 0 })}
              />
              <DurationInput
                label={words.grace}
                help={words.graceHelp}
                disabled={grace === 0}
                error={error('grace_period_ms')}
                ms={grace ?? 0}
                onChange={(ms) => set({ grace_period_ms: ms > 0 ? ms : undefined })}
              />
            </div>
            <div className={styles.setting}>
              <Checkbox
                label={words.on(words.backlog)}
                checked={hasBacklog}
                onChange={(on) => set({ backlog_size: on ? defaultBacklog || usualBacklog : 0 })}
              />
              <Field label={words.backlog} help={words.backlogHelp} error={error('backlog_size')}>
                <NumberInput
                  className={styles.number}
                  min={1}
                  disabled={!hasBacklog}
                  value={backlog || undefined}
                  onChange={(size) =>
                    set({ backlog_size: size !== undefined && size >= 1 ? Math.round(size) : undefined })
                  }
                />
              </Field>
            </div>
          </Fields>
        </Section>
      )}
    </div>
  );
}

function Attached({ values, set, all }: NotificationsStepProps): ReactNode {
  const styles = useStyles();
  if (values.notifications.length === 0) return <p className={styles.none}>{words.none}</p>;
  const byId = new Map(all.map((one) => [one.id, one]));
  return (
    <table className={styles.table}>
      <ColumnHeads labels={[words.name, words.type, words.actions]} />
      <tbody>
        {values.notifications.map(({ notification_id: id }) => {
          const known = byId.get(id);
          const title = known?.title ?? id;
          return (
            <tr key={id}>
              <td>{known ? known.title : words.gone(id)}</td>
              <td>
                {known && (
                  <Suspense fallback={known.config.type}>
                    <NotificationTypeTitle type={known.config.type} />
                  </Suspense>
                )}
              </td>
              <td>
                <Button
                  size="small"
                  aria-label={words.removeNamed(title)}
                  onClick={() =>
                    set({ notifications: values.notifications.filter((one) => one.notification_id !== id) })
                  }
                >
                  {words.remove}
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface AddingProps {
  readonly offered: readonly EventNotification[];
  readonly onAdd: (id: string) => void;
}

function Adding({ offered, onAdd }: AddingProps): ReactNode {
  const styles = useStyles();
  const mayCreate = usePermission('eventnotifications:create');
  const [state, setState] = useState<'closed' | 'choosing' | 'creating'>('closed');
  const [chosen, setChosen] = useState<string>();
  const close = (): void => {
    setState('closed');
    setChosen(undefined);
  };
  const add = (id: string): void => {
    onAdd(id);
    close();
  };
  if (state === 'closed')
    return (
      <div>
        <Button icon={<AddIcon />} onClick={() => setState('choosing')}>
          {words.add}
        </Button>
      </div>
    );
  if (state === 'creating')
    return (
      <Section title={words.creating}>
        <Suspense fallback={null}>
          <NotificationForm submit={words.done} onSaved={({ id }) => add(id)} onCancel={close} />
        </Suspense>
      </Section>
    );
  const options = offered.map(({ id, title }) => ({ value: id, label: title }));
  return (
    <div className={styles.choice}>
      <div className={styles.select}>
        <Field label={words.choose}>
          <SearchSelect
            options={mayCreate ? [{ value: newOne, label: words.create }, ...options] : options}
            value={chosen}
            placeholder={words.choose}
            onChange={(id) => {
              if (id === newOne) setState('creating');
              else setChosen(id);
            }}
          />
        </Field>
      </div>
      <Button
        appearance="primary"
        disabled={chosen === undefined}
        disabledReason={words.choose}
        onClick={() => chosen !== undefined && add(chosen)}
      >
        {words.done}
      </Button>
      <Button onClick={close}>{formTexts.cancel}</Button>
    </div>
  );
}
