/** Renders a page to create an account (screens/administration.md A3). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { createUserMutation, nameTakenQuery } from '../../../api/queries/users.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Columns, Section } from '../../kit/detail-page/index.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Fields, FormBox, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { useDebounced } from '../../kit/use-debounced.js';
import { isBasicRole } from '../../kit/people.js';
import {
  emailError,
  millisecondsOf,
  nameError,
  passwordError,
  repeatError,
  timeoutError,
  timeoutOf,
} from './checks.js';
import { EmailField, NameField, PasswordFields, RolesField, ServiceField, TimeoutField, ZoneField } from './fields.js';
import { routes } from './people.js';
import { texts } from './texts.js';

/** Milliseconds from the last keystroke until the request that finds out whether the username is taken. */
const lookUpAfterMs = 600;

export function NewUserPage(): ReactNode {
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const navigate = useNavigate();
  const creating = useMutation(createUserMutation(client, queryClient));
  const [username, setUsername] = useState('');
  const looked = useDebounced(username.trim(), lookUpAfterMs);
  const { data: isTaken = false } = useQuery(nameTakenQuery(client, looked));
  const taken = isTaken && looked === username.trim();
  const form = useForm({
    initial: {
      firstName: '',
      lastName: '',
      username: '',
      email: '',
      timeout: timeoutOf(undefined),
      zone: '',
      service: false,
      roles: ['Reader'] as readonly string[],
      password: '',
      repeated: '',
    },
    check: (values) => ({
      firstName: nameError(values.firstName),
      lastName: nameError(values.lastName),
      username: taken ? texts.form.taken : nameError(values.username),
      email: emailError(values.email),
      timeout: timeoutError(values.timeout, false),
      roles: values.roles.some(isBasicRole) ? undefined : texts.form.roleMissing,
      password: passwordError(values.password),
      repeated: repeatError(values.password, values.repeated),
    }),
    serverNames: { first_name: 'firstName', last_name: 'lastName', session_timeout_ms: 'timeout', timezone: 'zone' },
    save: (values) => {
      const timeout = millisecondsOf(values.timeout);
      return creating.mutateAsync({
        username: values.username.trim(),
        first_name: values.firstName.trim(),
        last_name: values.lastName.trim(),
        email: values.email.trim(),
        password: values.password,
        permissions: [],
        roles: [...values.roles],
        service_account: values.service,
        ...(values.zone !== '' && { timezone: values.zone }),
        ...(timeout !== undefined && { session_timeout_ms: timeout }),
      });
    },
    onSaved: (_answer, values) => {
      toast('success', texts.creating.done(values.username.trim()), texts.success);
      host.emit('log-changed', { type: 'user', id: '' });
      navigate(routes.list);
    },
  });
  const { values, set, field } = form;
  const bound = <Name extends keyof typeof values>(name: Name) => ({
    value: values[name],
    onChange: (value: (typeof values)[Name]) => set({ [name]: value } as Partial<typeof values>),
    ...field(name),
  });
  const hasRole = values.roles.some(isBasicRole);
  return (
    <PageLayout>
      <PageHeader title={texts.creating.page} description={texts.creating.description} />
      <FormBox
        form={form}
        submit={texts.creating.submit}
        submitting={texts.creating.submitting}
        failed={texts.creating.failed}
        enabled={hasRole}
        disabledReason={texts.form.roleMissing}
        onCancel={() => navigate(routes.list)}
      >
        <Columns
          left={
            <>
              <Section title={texts.form.profile}>
                <Fields>
                  <NameField label={texts.form.firstName} {...bound('firstName')} />
                  <NameField label={texts.form.lastName} {...bound('lastName')} />
                  <Field label={texts.form.username} required help={texts.form.usernameHelp} {...field('username')}>
                    <Input
                      value={values.username}
                      onChange={(name) => {
                        set({ username: name });
                        setUsername(name);
                      }}
                    />
                  </Field>
                  <EmailField {...bound('email')} />
                </Fields>
              </Section>
              <Section title={texts.form.roles}>
                <RolesField {...bound('roles')} />
              </Section>
            </>
          }
          right={
            <>
              <Section title={texts.form.settings}>
                <Fields>
                  <TimeoutField {...bound('timeout')} />
                  <ZoneField {...bound('zone')} />
                  <ServiceField {...bound('service')} />
                </Fields>
              </Section>
              <Section title={texts.form.password}>
                <Fields>
                  <PasswordFields password={bound('password')} repeated={bound('repeated')} />
                </Fields>
              </Section>
            </>
          }
        />
      </FormBox>
    </PageLayout>
  );
}
