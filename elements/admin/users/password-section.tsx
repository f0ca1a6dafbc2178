/** Renders a section to change a password (screens/administration.md A5). */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '../../../api/contract/users.js';
import { allows } from '../../../api/permissions.js';
import { changePasswordMutation } from '../../../api/queries/users.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { Section } from '../../kit/detail-page/index.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Fields, FormBox, useForm } from '../../kit/form/index.js';
import { PasswordInput } from '../../kit/password-input.js';
import { passwordError, repeatError } from './checks.js';
import { PasswordFields } from './fields.js';
import { texts } from './texts.js';

export interface PasswordSectionProps {
  readonly user: Pick<User, 'id'>;
  readonly intro?: string;
}

export function PasswordSection({ user, intro }: PasswordSectionProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const me = useCurrentUser();
  const changing = useMutation(changePasswordMutation(client, queryClient));
  const asksOld = me?.id === user.id || !allows(me?.permissions ?? [], 'users:passwordchange:*');
  const form = useForm({
    initial: nothing,
    check: ({ old, password, repeated }) => ({
      old: asksOld && old === '' ? texts.form.required : undefined,
      password: passwordError(password),
      repeated: repeatError(password, repeated),
    }),
    serverNames: { old_password: 'old' },
    save: ({ old, password }) =>
      changing.mutateAsync({ userId: user.id, password, ...(asksOld && { old_password: old }) }),
    onSaved: () => {
      form.clear();
      toast('success', texts.editing.passwordDone, texts.success);
    },
  });
  const { values, set, field } = form;
  return (
    <Section title={texts.form.password} intro={intro}>
      <FormBox
        form={form}
        submit={texts.editing.password}
        submitting={texts.editing.updating}
        failed={texts.editing.passwordFailed}
      >
        <Fields>
          {asksOld && (
            <Field label={texts.form.oldPassword} required {...field('old')}>
              <PasswordInput autoComplete="current-password" value={values.old} onChange={(old) => set({ old })} />
            </Field>
          )}
          <PasswordFields
            password={{ value: values.password, onChange: (password) => set({ password }), ...field('password') }}
            repeated={{ value: values.repeated, onChange: (repeated) => set({ repeated }), ...field('repeated') }}
          />
        </Fields>
      </FormBox>
    </Section>
  );
}

const nothing = { old: '', password: '', repeated: '' };
