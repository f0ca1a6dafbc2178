/** Renders a page with the form for the sign-in by a header that a proxy sets (screens/administration.md A10). */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import {
  headerAuthQuery,
  saveHeaderAuthMutation,
  type HttpHeaderAuthConfig,
} from '../../../api/queries/authentication.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Fields, FormBox, useForm } from '../../kit/form/index.js';
import { DetailsIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { authenticationTabs, routes } from './tabs.js';
import { texts } from './texts.js';

const { header: words } = texts;

export function EditAuthenticatorPage(): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(headerAuthQuery(client));
  return (
    <PageLayout>
      <PageTabs tabs={authenticationTabs('authenticators')} />
      <PageHeader
        title={words.editPage}
        description={words.description}
        actions={
          <Button icon={<DetailsIcon />} onClick={() => navigate(routes.authenticator)}>
            {words.view}
          </Button>
        }
      />
      {data && <HeaderForm stored={data} />}
      {!data && !error && <Loading />}
      {!data && error && (
        <ErrorPanel title={words.failedLoading} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      )}
    </PageLayout>
  );
}

function HeaderForm({ stored }: { readonly stored: HttpHeaderAuthConfig }): ReactNode {
  const { client, queryClient } = useConnection();
  const host = useHostElement();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const saving = useMutation(saveHeaderAuthMutation(client, queryClient));
  const form = useForm({
    initial: stored,
    check: ({ username_header: name }) => ({ username_header: name.trim() === '' ? texts.form.required : undefined }),
    save: (values) => saving.mutateAsync(values),
    onSaved: () => {
      toast('success', words.done, texts.success);
      host.emit('log-changed', { type: 'authenticator', id: 'http-header' });
      navigate(routes.authenticator);
    },
  });
  return (
    <Section title={words.section}>
      <FormBox
        form={form}
        submit={words.update}
        failed={words.failed}
        enabled={!host.readonly}
        onCancel={() => navigate(routes.authenticator)}
      >
        <Fields>
          <Alert>{words.info}</Alert>
          <Checkbox label={words.enable} checked={form.values.enabled} onChange={(enabled) => form.set({ enabled })} />
          <Field label={words.name} required help={words.nameHelp} {...form.field('username_header')}>
            <Input mono value={form.values.username_header} onChange={(name) => form.set({ username_header: name })} />
          </Field>
        </Fields>
      </FormBox>
    </Section>
  );
}
