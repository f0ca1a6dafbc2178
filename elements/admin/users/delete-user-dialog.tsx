/** Renders a dialog to delete an account, with a decision about entities that only this user owns. */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import type { OwnedEntity, UserOverview } from '../../../api/contract/users.js';
import { reasonOf } from '../../../api/failures.js';
import { isMissing } from '../../../api/queries/missing.js';
import { deleteUserMutation, ownedEntitiesQuery, usersPageQuery } from '../../../api/queries/users.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { useForm } from '../../kit/form/index.js';
import { Loading } from '../../kit/loading.js';
import { SearchSelect } from '../../kit/search-select.js';
import { Select } from '../../kit/select.js';
import { kitTexts } from '../../kit/texts.js';
import { nameOf } from '../../kit/people.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  list: { paddingLeft: '18px', '& > li': { listStyle: 'disc', overflowWrap: 'anywhere' } },
});

const shown = 5;

export interface DeleteUserDialogProps {
  readonly user: UserOverview;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

export function DeleteUserDialog({ user, onClose, onGone }: DeleteUserDialogProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const owned = useQuery({ ...ownedEntitiesQuery(client, user.id), retry: false });
  const alone = (owned.data?.entities ?? []).filter(({ shared_ownership: shared }) => !shared);
  const asks = alone.length > 0;
  const deleting = useMutation(deleteUserMutation(client, queryClient));
  const form = useForm({
    initial: { fate: 'hand-over' as Fate, to: '' },
    guarded: false,
    check: ({ fate, to }) => ({
      to: asks && fate === 'hand-over' && to === '' ? texts.removal.toMissing : undefined,
    }),
    save: ({ fate, to }) =>
      deleting.mutateAsync({
        userId: user.id,
        ...(asks && fate === 'hand-over' && { hand_over_to: to }),
        ...(asks && fate === 'delete' && { delete_owned: true }),
      }),
    onSaved: () => {
      toast('success', texts.removal.done(nameOf(user)), texts.success);
      host.emit('log-changed', { type: 'user', id: user.id });
      onGone();
      onClose();
    },
  });
  return (
    <Dialog
      open
      alert
      size="small"
      title={texts.removal.title}
      onClose={onClose}
      onSubmit={() => !owned.isPending && form.submit()}
      footer={
        <>
          <Button onClick={onClose}>{kitTexts.cancel}</Button>
          <Button type="submit" appearance="danger" busy={form.busy} disabled={owned.isPending}>
            {texts.removal.delete}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{texts.removal.text(nameOf(user))}</p>
        {owned.isPending && <Loading text={texts.removal.loading} />}
        {owned.error && <p>{isMissing(owned.error) ? texts.removal.unreported : texts.removal.unknown}</p>}
        {asks && (
          <>
            <Owned entities={alone} />
            <Field label={texts.removal.choice}>
              <Select options={fates} value={form.values.fate} onChange={(fate) => form.set({ fate })} />
            </Field>
            {form.values.fate === 'hand-over' && (
              <Heir user={user} value={form.values.to} onChange={(to) => form.set({ to })} {...form.field('to')} />
            )}
          </>
        )}
        {form.failure !== undefined && <ErrorPanel title={texts.removal.failedTitle} errors={[form.failure]} />}
      </div>
    </Dialog>
  );
}

type Fate = 'hand-over' | 'delete' | 'keep';
const fates: readonly { readonly value: Fate; readonly label: string }[] = [
  { value: 'hand-over', label: texts.removal.handOver },
  { value: 'keep', label: texts.removal.keep },
  { value: 'delete', label: texts.removal.deleteOwned },
];

function Owned({ entities }: { readonly entities: readonly OwnedEntity[] }): ReactNode {
  const styles = useStyles();
  return (
    <div>
      <p>{texts.removal.owned(entities.length)}</p>
      <ul className={styles.list}>
        {entities.slice(0, shown).map(({ id, title, type }) => (
          <li key={id}>
            {title} ({type.replaceAll('_', ' ')})
          </li>
        ))}
        {entities.length > shown && <li>{texts.removal.more(entities.length - shown)}</li>}
      </ul>
    </div>
  );
}

interface HeirProps {
  readonly user: UserOverview;
  readonly value: string;
  readonly onChange: (userId: string) => void;
  readonly error?: string | undefined;
}

function Heir({ user, value, onChange, error }: HeirProps): ReactNode {
  const { client } = useConnection();
  const all = useQuery(usersPageQuery(client, { page: 1, per_page: 0, sort: 'full_name', order: 'asc' }));
  // Service accounts cannot use the console, so they are not offered as new owners.
  const others = (all.data?.elements ?? []).filter((one) => one.id !== user.id && !one.service_account);
  return (
    <Field label={texts.removal.to} required error={error ?? (all.error ? reasonOf(all.error) : undefined)}>
      <SearchSelect
        options={others.map((one) => ({ value: one.id, label: `${nameOf(one)} (${one.username})` }))}
        value={value === '' ? undefined : value}
        onChange={(id) => onChange(id ?? '')}
        loading={all.isPending}
      />
    </Field>
  );
}
