/** Assigns a role to users and unassigns it (screens/administration.md A7). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AuthzRole, UserOverview } from '../../../api/contract/users.js';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { addAssigneesMutation, removeAssigneeMutation } from '../../../api/queries/roles.js';
import { usersPageQuery } from '../../../api/queries/users.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import type { RowActions } from '../../kit/entity-table/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { AssignRow } from '../../kit/form/index.js';
import { DeleteIcon } from '../../kit/icons.js';
import { MultiSelect } from '../../kit/multi-select.js';
import { isBasicRole, nameOf } from '../../kit/people.js';
import { type } from '../../kit/tokens.js';
import { Holders } from './holders.js';
import { texts } from './texts.js';

const { users: words } = texts;

const useStyles = makeStyles({
  heading: { ...type.cardTitle, marginBottom: '4px' },
});

export function AssignSection({ role }: { readonly role: AuthzRole }): ReactNode {
  const granted = useCurrentUser()?.permissions ?? [];
  if (!allows(granted, 'users:list')) {
    return (
      <Section title={words.title}>
        <p>{words.denied}</p>
      </Section>
    );
  }
  return <Assigned role={role} />;
}

function Assigned({ role }: { readonly role: AuthzRole }): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const granted = useCurrentUser()?.permissions ?? [];
  const all = useQuery(usersPageQuery(client, { page: 1, per_page: 0, sort: 'full_name', order: 'asc' }));
  const adding = useMutation(addAssigneesMutation(client, queryClient));
  const removing = useMutation(removeAssigneeMutation(client, queryClient));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<string>();

  const mayChange = ({ username, read_only: fixed }: UserOverview): boolean =>
    !fixed && !host.readonly && allows(granted, `users:rolesedit:${username}`);
  const free = (all.data?.elements ?? []).filter((user) => !user.roles.includes(role.name) && mayChange(user));
  const mayAssign = free.length > 0 || all.isPending;

  const assign = async (): Promise<void> => {
    setRefused(undefined);
    try {
      await adding.mutateAsync({ roleId: role.id, usernames: chosen });
      setChosen([]);
      toast('success', words.assigned, texts.success);
      host.emit('log-changed', { type: 'role', id: role.id });
    } catch (error) {
      toast('error', reasonOf(error), words.assignFailed);
    }
  };
  const take = async (user: UserOverview): Promise<void> => {
    const others = user.roles.filter((name) => name !== role.name);
    if (isBasicRole(role.name) && !others.some(isBasicRole)) return setRefused(words.least(nameOf(user)));
    setRefused(undefined);
    try {
      await removing.mutateAsync({ roleId: role.id, username: user.username });
      toast('success', words.removed(nameOf(user)), texts.success);
      host.emit('log-changed', { type: 'role', id: role.id });
    } catch (error) {
      toast('error', reasonOf(error), words.removeFailed);
    }
  };
  const actionsOf = (user: UserOverview): RowActions => ({
    buttons: mayChange(user)
      ? [
          {
            key: 'remove',
            label: words.remove,
            icon: <DeleteIcon />,
            disabled: removing.isPending,
            onSelect: () => void take(user),
          },
        ]
      : [],
  });
  return (
    <Section title={words.title}>
      {mayAssign && (
        <AssignRow>
          <Field label={words.assign}>
            <MultiSelect
              options={free.map((user) => ({ value: user.username, label: `${nameOf(user)} (${user.username})` }))}
              selected={chosen}
              onChange={setChosen}
              placeholder={words.searchToAssign}
              loading={all.isPending}
            />
          </Field>
          <Button busy={adding.isPending} disabled={chosen.length === 0} onClick={() => void assign()}>
            {words.assignOne}
          </Button>
        </AssignRow>
      )}
      {(refused ?? all.error) && (
        <ErrorPanel
          title={refused === undefined ? words.failedTitle : words.removeFailed}
          errors={[refused ?? reasonOf(all.error)]}
        />
      )}
      <h3 className={styles.heading}>{words.selected}</h3>
      <Holders role={role} rowActions={actionsOf} />
    </Section>
  );
}
