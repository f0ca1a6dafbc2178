/** Renders a page to create or edit a collector (screens/administration.md F4, "Collector form"). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import type { Collector } from '../../../api/contract/sidecars.schema.js';
import { operatingSystems } from '../../../api/contract/sidecar-systems.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { checkCollector, collectorQuery, saveCollectorMutation } from '../../../api/queries/sidecar-configurations.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { CodeField, Fields, FormBox, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { Select } from '../../kit/select.js';
import { formTexts } from './form-texts.js';
import { routes } from './routes.js';
import { systemName } from './state.js';
import { texts } from './texts.js';
import { useServerCheck } from './use-server-check.js';

const words = formTexts.collector;

const useStyles = makeStyles({ form: { maxWidth: '760px' } });

export function NewCollectorPage(): ReactNode {
  usePageTitle(words.newPage);
  return (
    <PageLayout>
      <PageHeader title={words.newPage} description={words.description} />
      <CollectorForm collector={undefined} />
    </PageLayout>
  );
}

export function EditCollectorPage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(collectorQuery(client, params['collectorId'] ?? ''));
  usePageTitle(data && words.title(data.name));
  if (error instanceof Forbidden) return <Refusal error={error} />;
  return (
    <PageLayout>
      <PageHeader title={words.page} {...(data && { name: data.name })} description={words.description} />
      {data ? (
        <CollectorForm key={data.id} collector={data} />
      ) : error ? (
        <ErrorPanel title={words.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </PageLayout>
  );
}

interface Values {
  readonly name: string;
  readonly service_type: string;
  readonly node_operating_system: string;
  readonly executable_path: string;
  readonly execute_parameters: string;
  readonly validation_parameters: string;
  readonly default_template: string;
}

const valuesOf = (collector: Collector | undefined): Values => ({
  name: collector?.name ?? '',
  service_type: collector?.service_type ?? 'exec',
  node_operating_system: collector?.node_operating_system ?? 'linux',
  executable_path: collector?.executable_path ?? '',
  execute_parameters: collector?.execute_parameters ?? '',
  validation_parameters: collector?.validation_parameters ?? '',
  default_template: collector?.default_template ?? '',
});

function CollectorForm({ collector }: { readonly collector: Collector | undefined }): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const navigate = useNavigate();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const mayCreate = usePermission('sidecar_collectors:create');
  const mayUpdate = usePermission('sidecar_collectors:update');
  const mayChange = (collector ? mayUpdate : mayCreate) && !host.readonly;
  const saving = useMutation(saveCollectorMutation(client, queryClient));
  const form = useForm({
    initial: valuesOf(collector),
    check: ({ name, executable_path: path }) => ({
      name: name.trim() === '' ? words.nameMissing : undefined,
      executable_path: path.trim() === '' ? words.pathMissing : undefined,
    }),
    save: (values) =>
      saving.mutateAsync({ ...(collector && { id: collector.id }), ...values, name: values.name.trim() }),
    onSaved: ({ id }, { name }) => {
      toast('success', words.saved(name.trim()), texts.success);
      host.emit('log-changed', { type: 'sidecar-collector', id });
      navigate(routes.configuration);
    },
  });
  const { values, set } = form;
  const checked = useServerCheck(
    'collector',
    form.dirty && values.name.trim() !== '' ? { ...(collector && { id: collector.id }), ...values } : undefined,
    (body, signal) => checkCollector(client, body, signal),
  );
  const errorOf = (name: keyof Values & string): { readonly error?: string | undefined } => ({
    error: form.field(name).error ?? (values[name] === '' ? undefined : checked[name]),
  });
  const language = useCallback(async () => {
    const { templateLanguage } = await import('./template-language.js');
    return templateLanguage(() => []);
  }, []);
  return (
    <div className={styles.form}>
      <FormBox
        form={form}
        submit={collector ? words.update : words.create}
        submitting={words.busy}
        failed={words.failed}
        enabled={mayChange}
        onCancel={() => navigate(routes.configuration)}
      >
        <Fields>
          <Field label={words.name} required help={words.nameHelp} {...errorOf('name')}>
            <Input disabled={!mayChange} value={values.name} onChange={(name) => set({ name })} />
          </Field>
          <Field label={words.service} required help={words.serviceHelp} {...errorOf('service_type')}>
            <Select
              options={(['exec', 'svc'] as const).map((value) => ({ value, label: words.services[value] }))}
              disabled={!mayChange}
              value={values.service_type}
              onChange={(service) => set({ service_type: service })}
            />
          </Field>
          <Field label={words.system} required help={words.systemHelp} {...errorOf('node_operating_system')}>
            <Select
              options={operatingSystems.map((value) => ({ value, label: systemName(value) }))}
              disabled={!mayChange}
              value={values.node_operating_system}
              onChange={(system) => set({ node_operating_system: system })}
            />
          </Field>
          <Field label={words.path} required help={words.pathHelp} {...errorOf('executable_path')}>
            <Input
              mono
              disabled={!mayChange}
              value={values.executable_path}
              onChange={(path) => set({ executable_path: path })}
            />
          </Field>
          <Field label={words.execute} help={words.executeHelp} {...errorOf('execute_parameters')}>
            <Input
              mono
              disabled={!mayChange}
              value={values.execute_parameters}
              onChange={(text) => set({ execute_parameters: text })}
            />
          </Field>
          <Field label={words.validate} help={words.validateHelp} {...errorOf('validation_parameters')}>
            <Input
              mono
              disabled={!mayChange}
              value={values.validation_parameters}
              onChange={(text) => set({ validation_parameters: text })}
            />
          </Field>
          <CodeField
            label={words.template}
            help={words.templateHelp}
            value={values.default_template}
            language={language}
            disabled={!mayChange}
            onChange={(text) => set({ default_template: text })}
            {...errorOf('default_template')}
          />
        </Fields>
      </FormBox>
    </div>
  );
}
