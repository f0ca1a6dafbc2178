/**
 * Renders a section with the roles of an account: assign several at once, unassign one by one
 * (screens/administration.md A5).
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { User } from '../../../api/contract/users.js';
import { reasonOf } from '../../../api/failures.js';
import { updateUserMutation } from '../../../api/queries/users.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { AssignRow } from '../../kit/form/index.js';
import { IconButton } from '../../kit/icon-button.js';
import { DeleteIcon } from '../../kit/icons.js';
import { MultiSelect } from '../../kit/multi-select.js';
import { tokens, type } from '../../kit/tokens.js';
import { isBasicRole } from '../../kit/people.js';
import { useAllRoles } from '../../kit/use-all-roles.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  heading: { ...type.cardTitle, marginBottom: '4px' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '40px',
    borderTop: `1px solid ${tokens.border.divider}`,
    ...type.body,
  },
  text: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  description: { color: tokens.text.secondary },
});

export function RolesSection({ user }: { readonly user: User }): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const { maySee, roles: known = [], error, loading } = useAllRoles();
  const updating = useMutation(updateUserMutation(client, queryClient));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<string>();
  const { roles: held } = user;

  const store = async (names: readonly string[]): Promise<void> => {
    if (!names.some(isBasicRole)) return setRefused(texts.roles.least);
    setRefused(undefined);
    try {
      await updating.mutateAsync({ user, body: { roles: [...names] } });
      setChosen([]);
      toast('success', texts.roles.done, texts.success);
      host.emit('log-changed', { type: 'user', id: user.id });
    } catch (error) {
      toast('error', reasonOf(error), texts.roles.failed);
    }
  };
  const free = known.filter(({ name }) => !held.includes(name));
  return (
    <Section title={texts.roles.title}>
      {maySee ? (
        <AssignRow>
          <Field label={texts.roles.assign}>
            <MultiSelect
              options={free.map(({ name }) => ({ value: name, label: name }))}
              selected={chosen}
              onChange={setChosen}
              placeholder={texts.roles.search}
              loading={loading}
            />
          </Field>
          <Button
            busy={updating.isPending}
            disabled={chosen.length === 0}
            onClick={() => void store([...held, ...chosen])}
          >
            {texts.roles.assignOne}
          </Button>
        </AssignRow>
      ) : (
        <p>{texts.form.rolesUnseen}</p>
      )}
      {(refused ?? error) && <ErrorPanel title={texts.roles.failed} errors={[refused ?? reasonOf(error)]} />}
      <h3 className={styles.heading}>{texts.roles.selected}</h3>
      {held.length === 0 && <EmptyState title={texts.details.rolesNone} />}
      <ul>
        {held.map((name) => (
          <li key={name} className={styles.row}>
            <span className={styles.text}>
              {name} <span className={styles.description}>{known.find((role) => role.name === name)?.description}</span>
            </span>
            <IconButton
              size="small"
              label={texts.roles.remove(name)}
              icon={<DeleteIcon />}
              disabled={updating.isPending}
              onClick={() => void store(held.filter((other) => other !== name))}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
