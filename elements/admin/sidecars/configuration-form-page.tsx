/** Renders a page to create or edit a configuration (screens/administration.md F4, "Configuration form"). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { SidecarConfiguration } from '../../../api/contract/sidecars.schema.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import {
  checkConfiguration,
  collectorQuery,
  collectorsQuery,
  configurationQuery,
  configurationsQuery,
  saveConfigurationMutation,
  sidecarsOfConfigurationQuery,
  variablesQuery,
} from '../../../api/queries/sidecar-configurations.js';
import { rolloutsQuery } from '../../../api/queries/sidecars.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { ColorSwatch } from '../../kit/color-swatch.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Failed } from '../../kit/failed.js';
import { Field } from '../../kit/field.js';
import { Float } from '../../kit/float.js';
import { CodeField, Fields, FormBox, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { MultiSelect } from '../../kit/multi-select.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { randomHighlightColor } from '../../kit/palettes.js';
import { Refusal } from '../../kit/refusal.js';
import { Select } from '../../kit/select.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { formTexts } from './form-texts.js';
import { HelperTabs } from './helper-tabs.js';
import { routes } from './routes.js';
import { RuleField } from './rule-field.js';
import { systemName } from './state.js';
import { texts } from './texts.js';
import { useServerCheck } from './use-server-check.js';

const PreviewDialog = lazyPart(() => import('./preview-dialog.js'), 'PreviewDialog');
const MigrateDialog = lazyPart(() => import('./migrate-dialog.js'), 'MigrateDialog');
const VersionsDialog = lazyPart(() => import('./versions-dialog.js'), 'VersionsDialog');
const words = formTexts.configuration;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 760px) minmax(280px, 1fr)',
    gap: '24px',
    alignItems: 'start',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  color: { display: 'flex', alignItems: 'center', gap: '8px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  help: { padding: '12px 16px', borderRadius: '6px', backgroundColor: tokens.surface.subtle, ...type.body },
});

export function NewConfigurationPage(): ReactNode {
  usePageTitle(words.newPage);
  return (
    <PageLayout>
      <PageHeader title={words.newPage} description={words.description} />
      <ConfigurationForm configuration={undefined} />
    </PageLayout>
  );
}

export function EditConfigurationPage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const id = params['configurationId'] ?? '';
  const { data, error, refetch } = useQuery(configurationQuery(client, id));
  usePageTitle(data && words.title(data.name));
  // The counter is part of the form's key: restoring another version mounts the form again.
  const [began, setBegan] = useState(0);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  return (
    <PageLayout>
      <PageHeader title={words.page} {...(data && { name: data.name })} description={words.description} />
      {data ? (
        <ConfigurationForm key={`${data.id} ${began}`} configuration={data} onRestored={() => setBegan(began + 1)} />
      ) : error ? (
        <ErrorPanel title={words.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </PageLayout>
  );
}

interface ConfigurationFormProps {
  /** The configuration to edit; undefined for a new configuration. */
  readonly configuration: SidecarConfiguration | undefined;
  readonly onRestored?: () => void;
}

interface Values {
  readonly name: string;
  readonly color: string;
  readonly tags: readonly string[];
  readonly rule: string;
  readonly collectorId: string;
  readonly template: string;
  readonly staged: boolean;
}

const valuesOf = (configuration: SidecarConfiguration | undefined, color: string): Values => ({
  name: configuration?.name ?? '',
  color: configuration?.color ?? color,
  tags: configuration?.tags ?? [],
  rule: configuration?.assignment_rule ?? '',
  collectorId: configuration?.collector_id ?? '',
  template: configuration?.template ?? '',
  staged: false,
});

const bodyOf = ({ name, color, tags, rule, collectorId, template }: Values) => ({
  name: name.trim(),
  color,
  tags: [...tags],
  collector_id: collectorId,
  template,
  ...(rule.trim() !== '' && { assignment_rule: rule.trim() }),
});

function ConfigurationForm({ configuration, onRestored }: ConfigurationFormProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const navigate = useNavigate();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const mayCreate = usePermission('sidecar_collector_configurations:create');
  const mayUpdate = usePermission('sidecar_collector_configurations:update');
  const mayChange = (configuration ? mayUpdate : mayCreate) && !host.readonly;
  const mayReadNodes = usePermission('sidecars:read');
  const configurations = useQuery(configurationsQuery(client));
  const collectors = useQuery(collectorsQuery(client));
  const used = useQuery({
    ...sidecarsOfConfigurationQuery(client, configuration?.id ?? ''),
    enabled: configuration !== undefined && mayReadNodes,
  });
  const isUsed = (used.data?.length ?? 0) > 0;
  /**
   * Any configuration of the server. If it contains a version, the server is the embedded server, which supports
   * assignment rules and rollouts.
   */
  const [first] = configuration ? [configuration] : (configurations.data ?? []);
  // Without an existing configuration to inspect, the answer of the rollouts endpoint reveals whether the server is the
  // embedded server.
  const rollouts = useQuery({
    ...rolloutsQuery(client),
    enabled: first === undefined && configurations.isSuccess && mayReadNodes,
  });
  const isOwn = first === undefined ? rollouts.data !== null : first.version !== undefined;
  const [open, setOpen] = useState<'preview' | 'migrate' | 'versions'>();
  const [firstColor] = useState(() => randomHighlightColor());
  const saving = useMutation(saveConfigurationMutation(client, queryClient));
  const form = useForm({
    initial: valuesOf(configuration, firstColor),
    check: ({ name, collectorId, template }) => ({
      name: name.trim() === '' ? words.nameMissing : undefined,
      collectorId: collectorId === '' ? words.collectorMissing : undefined,
      template: template.trim() === '' ? words.templateMissing : undefined,
    }),
    serverNames: { collector_id: 'collectorId', assignment_rule: 'rule' },
    save: (values) =>
      saving.mutateAsync({
        ...(configuration && { id: configuration.id }),
        ...bodyOf(values),
        // An assignment rule that the user has emptied is sent as an empty text, so that the server removes it.
        ...(configuration?.assignment_rule && values.rule.trim() === '' && { assignment_rule: '' }),
        ...(values.staged && { staged: true }),
      }),
    onSaved: ({ id }, { name }) => {
      toast('success', words.saved(name.trim()), texts.success);
      host.emit('log-changed', { type: 'sidecar-configuration', id });
      navigate(routes.configuration);
    },
  });
  const { values, set } = form;
  const checked = useServerCheck(
    'configuration',
    form.dirty && values.name.trim() !== ''
      ? { ...(configuration && { id: configuration.id }), ...bodyOf(values) }
      : undefined,
    (body, signal) => checkConfiguration(client, body, signal),
  );
  const errorOf = (name: keyof Values & string, server: string): { readonly error?: string | undefined } => ({
    error: form.field(name).error ?? (values[name] === '' ? undefined : checked[server]),
  });
  const onCollector = useDefaultTemplate(values, set);
  const language = useTemplateLanguage();
  const failed = [configurations, collectors, used, rollouts].filter(({ error, data }) => error && data === undefined);
  const known = [...new Set((configurations.data ?? []).flatMap(({ tags }) => tags))];
  return (
    <div className={styles.columns}>
      <FormBox
        form={form}
        submit={configuration ? words.update : words.create}
        submitting={words.busy}
        failed={words.failed}
        enabled={mayChange}
        onCancel={() => navigate(routes.configuration)}
      >
        <Fields>
          {failed.length > 0 && <Failed title={words.choicesFailed} queries={failed} />}
          <Field label={words.name} required help={words.nameHelp} {...errorOf('name', 'name')}>
            <Input
              value={values.name}
              disabled={!mayChange}
              onChange={(name) => set({ name })}
              data-autofocus={configuration ? undefined : ''}
            />
          </Field>
          <Field label={words.color} group help={words.colorHelp} {...errorOf('color', 'color')}>
            <span className={styles.color}>
              <ColorSwatch
                label={words.changeColor}
                color={values.color}
                onColor={mayChange ? (color) => set({ color }) : undefined}
              />
              {values.color}
            </span>
          </Field>
          <Field label={words.tags} help={words.tagsHelp}>
            <MultiSelect
              options={known.map((tag) => ({ value: tag, label: tag }))}
              selected={values.tags}
              creatable
              disabled={!mayChange}
              onChange={(tags) => set({ tags })}
            />
          </Field>
          {isOwn && (
            <RuleField
              rule={values.rule}
              collectorId={values.collectorId}
              error={errorOf('rule', 'assignment_rule').error}
              disabled={!mayChange}
              onRule={(rule) => set({ rule })}
            />
          )}
          <Field
            label={words.collector}
            required
            help={isUsed ? words.collectorLocked : words.collectorHelp}
            {...errorOf('collectorId', 'collector_id')}
          >
            <Select
              options={(collectors.data ?? []).map(({ id, name, node_operating_system: os }) => ({
                value: id,
                label: words.on(name, systemName(os)),
              }))}
              value={values.collectorId === '' ? undefined : values.collectorId}
              placeholder={words.collector}
              disabled={isUsed || !mayChange}
              onChange={onCollector}
            />
          </Field>
          <CodeField
            label={words.template}
            required
            help={words.templateHelp}
            value={values.template}
            language={language}
            disabled={!mayChange}
            onChange={(template) => set({ template })}
            {...errorOf('template', 'template')}
          />
          <div className={styles.buttons}>
            <Button onClick={() => setOpen('preview')}>{words.preview}</Button>
            {mayChange && <Button onClick={() => setOpen('migrate')}>{words.migrate}</Button>}
            {configuration && isOwn && <Button onClick={() => setOpen('versions')}>{words.versions}</Button>}
          </div>
          {configuration && isOwn && isUsed && (
            <Checkbox
              label={words.staged}
              checked={values.staged}
              disabled={!mayChange}
              onChange={(staged) => set({ staged })}
            />
          )}
        </Fields>
      </FormBox>
      <aside className={styles.help}>
        <HelperTabs onRenamed={(rename) => set({ template: rename(values.template) })} />
      </aside>
      <Float onFailed={() => setOpen(undefined)}>
        {open === 'preview' && (
          <PreviewDialog
            name={values.name}
            template={values.template}
            configurationId={configuration?.id}
            isOwn={isOwn}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open === 'migrate' && (
          <MigrateDialog
            hasText={values.template.trim() !== ''}
            onApply={(template) => set({ template })}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open === 'versions' && configuration && (
          <VersionsDialog
            configurationId={configuration.id}
            {...(onRestored && { onRestored })}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Float>
    </div>
  );
}

/**
 * Returns a function that selects a collector and loads its default template. A template that the user has edited is
 * overwritten only after a confirmation.
 */
function useDefaultTemplate(values: Values, set: (part: Partial<Values>) => void): (collectorId: string) => void {
  const { client, queryClient } = useConnection();
  const confirm = useConfirm();
  const { toast } = useToasts();
  const loaded = useRef('');
  const load = async (collectorId: string): Promise<void> => {
    set({ collectorId });
    try {
      const { default_template: template } = await queryClient.fetchQuery(collectorQuery(client, collectorId));
      const isWritten = values.template.trim() !== '' && values.template !== loaded.current;
      if (isWritten && !(await confirm({ ...words.overwrite, danger: true }))) return;
      loaded.current = template;
      set({ template });
    } catch (error) {
      toast('error', reasonOf(error), formTexts.collector.loadingFailed);
    }
  };
  return (collectorId) => void load(collectorId);
}

/** Returns a loader of the template language: colours, and completion with the current variable names. */
function useTemplateLanguage() {
  const { client } = useConnection();
  const variables = useQuery(variablesQuery(client));
  const names = useRef<readonly string[]>([]);
  useEffect(() => {
    names.current = (variables.data ?? []).map(({ name }) => name);
  }, [variables.data]);
  return useCallback(async () => {
    const { templateLanguage } = await import('./template-language.js');
    return templateLanguage(() => names.current);
  }, []);
}
