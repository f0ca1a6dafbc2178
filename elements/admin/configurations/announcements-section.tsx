/** Renders a section with the announcements that are shown on the sign-in page and above the pages of the console. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ConfigValues } from '../../../api/contract/cluster-config.schema.js';
import type { PublicNotification } from '../../../api/contract/public-notifications.js';
import { isMissing } from '../../../api/queries/missing.js';
import { publicNotificationsKey } from '../../../api/queries/public-notifications.js';
import { storedConfigQuery } from '../../../api/queries/stored-config.js';
import { randomIds } from '../../../machines/view/ids.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { ConfigDialog, useConfigForm } from '../../kit/config-form/index.js';
import { Section } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { IconButton } from '../../kit/icon-button.js';
import { AddIcon, DeleteIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { isolated } from '../../kit/isolated.js';
import { Select } from '../../kit/select.js';
import { Textarea } from '../../kit/textarea.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { StoredSection, useConfigEditing } from './stored-section.js';
import { useTableStyles } from './table-styles.js';
import { texts } from './texts.js';

const { announcements: words } = texts;
type Stored = ConfigValues['publicNotifications'];

/** Limits that the server enforces: the number of announcements, and the number of characters of their texts. */
const most = { notifications: 20, title: 200, short: 1000, long: 10_000 } as const;

const useStyles = makeStyles({
  list: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  entry: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    padding: '12px',
    border: 'none',
    borderRadius: '6px',
    backgroundColor: tokens.surface.inset,
  },
  head: { display: 'flex', alignItems: 'center', gap: '8px' },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', ...type.cardTitle },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
    gap: '12px',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    '@media (max-width: 479.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  marks: { display: 'flex', flexWrap: 'wrap', columnGap: '20px', rowGap: '4px' },
});

export function AnnouncementsSection(): ReactNode {
  const { client } = useConnection();
  const stored = useQuery(storedConfigQuery(client, 'publicNotifications'));
  const editing = useConfigEditing();
  if (isMissing(stored.error)) {
    return (
      <Section title={words.heading} intro={words.intro}>
        <Alert>{words.missing}</Alert>
      </Section>
    );
  }
  return (
    <StoredSection
      {...editing}
      heading={words.heading}
      intro={words.intro}
      stored={stored}
      summary={({ notifications }) => <Listed notifications={notifications} />}
      dialog={(now, onClose) => <AnnouncementsDialog stored={now} onClose={onClose} />}
    />
  );
}

function Listed({ notifications }: Stored): ReactNode {
  const table = useTableStyles();
  if (notifications.length === 0) return <Alert>{words.empty}</Alert>;
  return (
    <table className={mergeClasses(table.table, table.folds)}>
      <thead>
        <tr>
          <th scope="col" className={table.place}>
            {words.columns.place}
          </th>
          <th scope="col">{words.columns.title}</th>
          <th scope="col">{words.columns.variant}</th>
          <th scope="col">{words.columns.state}</th>
        </tr>
      </thead>
      <tbody>
        {notifications.map(({ key, title, variant, isActive }, index) => (
          <tr key={key}>
            <td className={table.place}>{index + 1}</td>
            <th scope="row">{title}</th>
            <td>{words.variants[variant]}</td>
            <td className={mergeClasses(!isActive && table.off)}>{isActive ? words.active : words.inactive}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Values {
  readonly notifications: readonly PublicNotification[];
}

function problemOf({ notifications }: Values): string | undefined {
  if (notifications.some(({ title }) => title.trim() === '')) return words.titleMissing;
  return notifications.some(({ shortMessage }) => shortMessage.trim() === '') ? words.messageMissing : undefined;
}

interface AnnouncementsDialogProps {
  readonly stored: Stored;
  readonly onClose: () => void;
}

function AnnouncementsDialog({ stored, onClose }: AnnouncementsDialogProps): ReactNode {
  const styles = useStyles();
  const queryClient = useQueryClient();
  const form = useConfigForm<'publicNotifications', Values>({
    key: 'publicNotifications',
    stored,
    valuesOf: ({ notifications }) => ({ notifications }),
    bodyOf: ({ notifications }) => ({ notifications: [...notifications] }),
    onClose: () => {
      // The announcements above the page are loaded again, so that the user sees the change.
      void queryClient.invalidateQueries({ queryKey: publicNotificationsKey });
      onClose();
    },
  });
  const { notifications } = form.values;
  const set = (next: readonly PublicNotification[]): void => form.set({ notifications: next });
  const full = notifications.length >= most.notifications;
  const add = (): void =>
    set([
      ...notifications,
      {
        key: randomIds.uuid(),
        variant: 'info',
        title: '',
        hiddenTitle: false,
        shortMessage: '',
        longMessage: '',
        isActive: true,
        isDismissible: true,
      },
    ]);
  return (
    <ConfigDialog form={form} title={words.dialog} size="medium" blocked={problemOf(form.values)} onClose={onClose}>
      <div className={styles.list}>
        {notifications.map((one, index) => (
          <Entry
            key={one.key}
            one={one}
            name={one.title.trim() === '' ? words.untitled(index + 1) : one.title}
            onChange={(changes) =>
              set(notifications.map((other) => (other.key === one.key ? { ...other, ...changes } : other)))
            }
            onRemove={() => set(notifications.filter(({ key }) => key !== one.key))}
          />
        ))}
        <div>
          <Button icon={<AddIcon />} disabled={full} {...(full && { disabledReason: words.most })} onClick={add}>
            {words.add}
          </Button>
        </div>
      </div>
    </ConfigDialog>
  );
}

interface EntryProps {
  readonly one: PublicNotification;
  readonly name: string;
  readonly onChange: (changes: Partial<PublicNotification>) => void;
  readonly onRemove: () => void;
}

const variantOptions = Object.entries(words.variants).map(([value, label]) => ({
  value: value as PublicNotification['variant'],
  label,
}));

function Entry({ one, name, onChange, onRemove }: EntryProps): ReactNode {
  const styles = useStyles();
  return (
    <fieldset className={styles.entry} aria-label={isolated(name)}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        <IconButton size="small" quiet label={words.remove(isolated(name))} icon={<DeleteIcon />} onClick={onRemove} />
      </div>
      <div className={styles.pair}>
        <Field label={words.fieldTitle} required>
          <Input maxLength={most.title} value={one.title} onChange={(title) => onChange({ title })} />
        </Field>
        <Field label={words.variant}>
          <Select options={variantOptions} value={one.variant} onChange={(variant) => onChange({ variant })} />
        </Field>
      </div>
      <Field label={words.short} required>
        <Textarea
          rows={2}
          maxLength={most.short}
          value={one.shortMessage}
          onChange={(shortMessage) => onChange({ shortMessage })}
        />
      </Field>
      <Field label={words.long} optional help={words.longHelp}>
        <Textarea
          rows={3}
          maxLength={most.long}
          value={one.longMessage}
          onChange={(longMessage) => onChange({ longMessage })}
        />
      </Field>
      <div className={styles.marks}>
        <Checkbox label={words.isActive} checked={one.isActive} onChange={(isActive) => onChange({ isActive })} />
        <Checkbox
          label={words.dismissible}
          checked={one.isDismissible}
          onChange={(isDismissible) => onChange({ isDismissible })}
        />
        <Checkbox
          label={words.hidden}
          checked={one.hiddenTitle}
          onChange={(hiddenTitle) => onChange({ hiddenTitle })}
        />
      </div>
    </fieldset>
  );
}
