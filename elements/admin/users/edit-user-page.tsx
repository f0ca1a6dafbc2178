/**
 * Renders a page to edit the user's own or another account; each section is saved separately (screens/administration.md
 * A5).
 */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChangeUserRequest, User } from '../../../api/contract/users.js';
import { allows } from '../../../api/permissions.js';
import { storesSettings } from '../../../api/queries/preferences.js';
import { updateUserMutation } from '../../../api/queries/users.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Columns, Section } from '../../kit/detail-page/index.js';
import { useToasts } from '../../kit/feedback.js';
import { EnterpriseNotice } from '../../kit/enterprise-notice.js';
import { Field } from '../../kit/field.js';
import { Fields, FormBox, useForm, type FormBoxProps } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import type { PageProps } from '../../kit/pages.js';
import { nameOf } from '../../kit/people.js';
import { emailError, millisecondsOf, nameError, timeoutError, timeoutOf } from './checks.js';
import { EmailField, NameField, ServiceField, TimeoutField, ZoneField } from './fields.js';
import { permissionOn } from './people.js';
import { PasswordSection } from './password-section.js';
import { PreferencesSection } from './preferences-section.js';
import { RolesSection } from './roles-section.js';
import { SessionsSection } from './sessions-section.js';
import { StartPageFields } from './start-page-fields.js';
import { startPageError, type StartPage } from './start-page.js';
import { TelemetrySection } from './telemetry-section.js';
import { texts } from './texts.js';
import { WithUser } from './with-user.js';

export function EditUserPage({ params }: PageProps): ReactNode {
  const me = useCurrentUser();
  const { userId = '' } = params;
  const own = me?.id === userId;
  return (
    <WithUser
      userId={userId}
      place="edit"
      title={own ? texts.editing.own : texts.editing.page}
      description={texts.editing.description}
    >
      {(user) => <Sections key={user.id} user={user} />}
    </WithUser>
  );
}

function Sections({ user }: { readonly user: User }): ReactNode {
  const me = useCurrentUser();
  const granted = me?.permissions ?? [];
  if (!storesSettings(user)) return <Alert kind="danger">{texts.editing.fixed(nameOf(user))}</Alert>;
  const may = (action: string): boolean => allows(granted, permissionOn(action, user.username));
  const own = me?.id === user.id;
  // The password of the built-in administrator may only be changed by the built-in administrator.
  const mayPassword = !user.external && may('passwordchange') && (own || !user.read_only);
  return (
    <Columns
      left={
        <>
          {user.read_only && <Alert>{texts.editing.builtIn}</Alert>}
          {user.external && <Alert kind="warning">{texts.editing.external}</Alert>}
          {!user.read_only && !user.external && <Profile user={user} />}
          <Settings user={user} />
        </>
      }
      right={
        <>
          {mayPassword && <PasswordSection user={user} />}
          <PreferencesSection user={user} />
          {!user.read_only && may('rolesedit') && <RolesSection user={user} />}
          {!user.read_only && allows(granted, `teams:edit:${user.username}`) && (
            <Section title={texts.teams.title}>
              <EnterpriseNotice feature={texts.teams.feature} />
            </Section>
          )}
          {own && <TelemetrySection fixed={user.read_only} />}
          <SessionsSection user={user} />
        </>
      }
    />
  );
}

/** Returns functions for a form: `save` stores a part of the account, `onSaved` reports the change. */
function useUpdate(user: User): { save: (body: ChangeUserRequest) => Promise<unknown>; onSaved: () => void } {
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const updating = useMutation(updateUserMutation(client, queryClient));
  return {
    save: (body) => updating.mutateAsync({ user, body }),
    onSaved: () => {
      toast('success', texts.editing.done(nameOf(user)), texts.success);
      host.emit('log-changed', { type: 'user', id: user.id });
    },
  };
}

interface UpdateSectionProps extends Pick<FormBoxProps, 'form' | 'submit' | 'children'> {
  readonly title: string;
}

/** Renders a section with its own form, saved independently. */
function UpdateSection({ title, form, submit, children }: UpdateSectionProps): ReactNode {
  return (
    <Section title={title}>
      <FormBox form={form} submit={submit} submitting={texts.editing.updating} failed={texts.editing.failed}>
        <Fields>{children}</Fields>
      </FormBox>
    </Section>
  );
}

function Profile({ user }: { readonly user: User }): ReactNode {
  const { save, onSaved } = useUpdate(user);
  const old = !user.first_name && !user.last_name && Boolean(user.full_name);
  const form = useForm({
    initial: { firstName: user.first_name ?? '', lastName: user.last_name ?? '', email: user.email },
    check: ({ firstName, lastName, email }) => ({
      firstName: nameError(firstName),
      lastName: nameError(lastName),
      email: emailError(email),
    }),
    serverNames: { first_name: 'firstName', last_name: 'lastName' },
    save: ({ firstName, lastName, email }) =>
      save({ first_name: firstName.trim(), last_name: lastName.trim(), email: email.trim() }),
    onSaved,
  });
  const { values, set, field } = form;
  return (
    <UpdateSection title={texts.form.profile} form={form} submit={texts.editing.profile}>
      {old && (
        <>
          <Alert>{texts.form.oldRecord}</Alert>
          <Field label={texts.form.fullName}>
            <Input readOnly value={user.full_name ?? ''} onChange={() => {}} />
          </Field>
        </>
      )}
      <NameField
        label={texts.form.firstName}
        value={values.firstName}
        onChange={(firstName) => set({ firstName })}
        {...field('firstName')}
      />
      <NameField
        label={texts.form.lastName}
        value={values.lastName}
        onChange={(lastName) => set({ lastName })}
        {...field('lastName')}
      />
      <Field label={texts.form.username}>
        <Input readOnly value={user.username} onChange={() => {}} />
      </Field>
      <EmailField value={values.email} onChange={(email) => set({ email })} {...field('email')} />
    </UpdateSection>
  );
}

function Settings({ user }: { readonly user: User }): ReactNode {
  const { save, onSaved } = useUpdate(user);
  const granted = useCurrentUser()?.permissions ?? [];
  const mayTimeout = !user.read_only && allows(granted, '*');
  const mayService = !user.read_only && allows(granted, 'user:edit');
  const form = useForm({
    initial: {
      timeout: timeoutOf(user.session_timeout_ms),
      zone: user.timezone ?? '',
      service: user.service_account,
      startPage: { type: user.startpage?.type, id: user.startpage?.id } as StartPage,
    },
    check: ({ timeout, startPage }) => ({
      timeout: mayTimeout ? timeoutError(timeout, true) : undefined,
      startPage: startPageError(startPage),
    }),
    serverNames: { session_timeout_ms: 'timeout', timezone: 'zone', startpage: 'startPage' },
    save: ({ timeout, zone, service, startPage }) => {
      const ms = millisecondsOf(timeout);
      return save({
        timezone: zone === '' ? null : zone,
        startpage: { type: startPage.type ?? null, id: startPage.id ?? null },
        ...(mayTimeout && ms !== undefined && { session_timeout_ms: ms }),
        ...(mayService && { service_account: service }),
      });
    },
    onSaved,
  });
  const { values, set, field } = form;
  return (
    <UpdateSection title={texts.form.settings} form={form} submit={texts.editing.settings}>
      {mayTimeout && (
        <TimeoutField value={values.timeout} onChange={(timeout) => set({ timeout })} {...field('timeout')} />
      )}
      <ZoneField value={values.zone} onChange={(zone) => set({ zone })} />
      {mayService && <ServiceField value={values.service} onChange={(service) => set({ service })} />}
      <StartPageFields
        user={user}
        value={values.startPage}
        onChange={(startPage) => set({ startPage })}
        {...field('startPage')}
      />
    </UpdateSection>
  );
}
