/** Renders a form for name, description and permissions of a role; the reference console has no such form. */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuthzRole } from '../../../api/contract/users.js';
import { reasonOf } from '../../../api/failures.js';
import type { PermissionGroup } from '../../../api/permission-catalogue.js';
import { allows } from '../../../api/permissions.js';
import { permissionCatalogueQuery, roleQuery, saveRoleMutation } from '../../../api/queries/roles.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Fields, FormBox, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { Loading } from '../../kit/loading.js';
import { Textarea } from '../../kit/textarea.js';
import { PermissionPicker } from './permission-picker.js';
import { chosenOf, furtherError, permissionsOf } from './permissions.js';
import { texts } from './texts.js';

const { form: words } = texts;

/** Maximum length of a role name in characters, as for account names. */
const longestName = 100;

export interface RoleFormProps {
  /** The role to edit; undefined for a new role. */
  readonly role?: AuthzRole;
  readonly onSaved?: () => void;
  readonly onCancel?: () => void;
}

export function RoleForm(props: RoleFormProps): ReactNode {
  const { client } = useConnection();
  const { data: catalogue, error, refetch } = useQuery(permissionCatalogueQuery(client));
  if (error) {
    return <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />;
  }
  return catalogue ? <LoadedForm {...props} catalogue={catalogue} /> : <Loading />;
}

function LoadedForm({ role, catalogue, onSaved, onCancel }: RoleFormProps & { readonly catalogue: PermissionGroup[] }) {
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const granted = useCurrentUser()?.permissions ?? [];
  const saving = useMutation(saveRoleMutation(client, queryClient));
  const step = role ? texts.editing : texts.creating;
  const valuesOf = (stored: Pick<AuthzRole, 'name' | 'description' | 'permissions'>) => ({
    name: stored.name,
    description: stored.description ?? '',
    ...chosenOf(stored.permissions, catalogue),
  });
  const form = useForm({
    initial: valuesOf(role ?? { name: '', description: '', permissions: [] }),
    check: ({ name, further }) => ({ name: nameError(name), further: furtherError(further) }),
    serverNames: { permissions: 'further' },
    ...(role && {
      stored: async () => valuesOf(await queryClient.fetchQuery({ ...roleQuery(client, role.id), staleTime: 0 })),
    }),
    save: async (values) => {
      const stored = {
        name: values.name.trim(),
        description: values.description.trim(),
        permissions: permissionsOf(values),
        read_only: false,
      };
      // The role may have been renamed since the form was opened, so its current name is read from the cache by its
      // constant id.
      const now = role && queryClient.getQueryData(roleQuery(client, role.id).queryKey);
      return saving.mutateAsync({ role: stored, ...(role && { formerName: now?.name ?? role.name }) });
    },
    onSaved: (_answer, { name }) => {
      toast('success', step.done(name.trim()), texts.success);
      host.emit('log-changed', { type: 'role', id: role?.id ?? '' });
      onSaved?.();
    },
  });
  const { values, set, field } = form;
  const mayGive = (permission: string): boolean =>
    allows(granted, permission) || (role?.permissions.includes(permission) ?? false);
  return (
    <FormBox
      form={form}
      submit={step.submit}
      submitting={step.submitting}
      failed={step.failed}
      {...(onCancel && { onCancel })}
    >
      <Fields>
        <Section title={words.profile}>
          <Fields>
            <Field label={words.name} required {...field('name')}>
              <Input value={values.name} onChange={(name) => set({ name })} />
            </Field>
            <Field label={words.description} optional {...field('description')}>
              <Textarea rows={2} value={values.description} onChange={(description) => set({ description })} />
            </Field>
          </Fields>
        </Section>
        <Section title={words.permissions} intro={words.permissionsHelp}>
          <Fields>
            <PermissionPicker
              catalogue={catalogue}
              value={values.chosen}
              mayGive={mayGive}
              onChange={(chosen) => set({ chosen: [...chosen] })}
            />
            <Field label={words.further} optional help={words.furtherHelp} {...field('further')}>
              <Textarea mono value={values.further} onChange={(further) => set({ further })} />
            </Field>
          </Fields>
        </Section>
      </Fields>
    </FormBox>
  );
}

function nameError(name: string): string | undefined {
  if (name.trim() === '') return words.nameMissing;
  return name.trim().length > longestName ? words.nameLong(longestName) : undefined;
}
