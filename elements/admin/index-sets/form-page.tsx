/** Renders a page that creates or edits an index set (screens/data-intake.md D2, D3). */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { IndexSetDefaults } from '../../../api/contract/cluster-config.schema.js';
import type { IndexSet } from '../../../api/contract/index-sets.js';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import {
  indexSetDefaultsQuery,
  indexSetQuery,
  indexStrategiesQuery,
  saveIndexSetMutation,
} from '../../../api/queries/index-set-administration.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Columns, Section } from '../../kit/detail-page/index.js';
import { DeniedState, EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Fields, FormBox, useForm, type Form } from '../../kit/form/index.js';
import { StreamsIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { checkSet, type SetValues } from './check-set.js';
import { refreshSecondsOf } from './defaults.js';
import { IndexFields } from './index-fields.js';
import { routes } from './routes.js';
import { StrategyFields, type KnownStrategies } from './strategy-fields.js';
import { texts } from './texts.js';

const { form: words } = texts;
const fallbackSeconds = 5;

export function IndexSetFormPage({ params, search }: PageProps): ReactNode {
  const id = params['indexSetId'];
  const { client } = useConnection();
  const navigate = useNavigate();
  const { readonly } = useHostElement();
  const mayStore = usePermission(id === undefined ? 'indexsets:create' : `indexsets:edit:${id}`) && !readonly;
  const strategies = useQuery(indexStrategiesQuery(client));
  const set = useQuery({ ...indexSetQuery(client, id ?? ''), enabled: id !== undefined });
  const defaults = useQuery({ ...indexSetDefaultsQuery(client), enabled: id === undefined });
  const began = id === undefined ? defaults.data && valuesOfDefaults(defaults.data) : set.data && valuesOf(set.data);
  const error = strategies.error ?? set.error ?? defaults.error;
  if (error instanceof Forbidden) return <Refusal error={error} />;
  const leave = (): void =>
    navigate(id !== undefined && /(^|&)from=details/.test(search ?? '') ? routes.details(id) : routes.list);
  return (
    <PageLayout>
      <PageHeader
        title={id === undefined ? words.createPage : words.editPage}
        {...(set.data && { name: set.data.title })}
        description={words.description}
        actions={<Button onClick={() => navigate(routes.list)}>{texts.overview}</Button>}
      />
      {began && !mayStore ? (
        <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>
      ) : began && strategies.data ? (
        <SetForm key={id} id={id} set={set.data} initial={began} strategies={strategies.data} onCancel={leave} />
      ) : error instanceof NotFound ? (
        <EmptyState icon={<StreamsIcon />} title={texts.missing} />
      ) : error ? (
        <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} />
      ) : (
        <Loading />
      )}
    </PageLayout>
  );
}

interface SetFormProps {
  readonly id: string | undefined;
  readonly set: IndexSet | undefined;
  readonly initial: SetValues;
  readonly strategies: KnownStrategies;
  readonly onCancel: () => void;
}

function SetForm({ id, set, initial, strategies, onCancel }: SetFormProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const navigate = useNavigate();
  const saving = useMutation(saveIndexSetMutation(client, queryClient, id));
  const form = useForm<SetValues, IndexSet>({
    initial,
    check: (values) => checkSet(values, id === undefined),
    serverNames: {
      field_type_refresh_interval: 'refreshSeconds',
      index_optimization_max_num_segments: 'segments',
      index_prefix: 'prefix',
      index_analyzer: 'analyzer',
      'rotation_strategy.rotation_period': 'rotation',
      'rotation_strategy.max_docs_per_index': 'rotation',
      'rotation_strategy.max_size': 'rotation',
      'rotation_strategy.index_lifetime_min': 'rotation',
      'rotation_strategy.index_lifetime_max': 'rotation',
      'retention_strategy.max_number_of_indices': 'retention',
    },
    ...(id !== undefined && {
      stored: async () => valuesOf(await queryClient.fetchQuery(indexSetQuery(client, id))),
    }),
    save: (values) => saving.mutateAsync(bodyOf(values, set)),
    onSaved: (saved) => {
      emit('log-changed', { type: 'index_set', id: saved.id });
      toast('success', (id === undefined ? words.created : words.updated)(saved.title), texts.success);
      navigate(routes.list);
    },
  });
  return (
    <FormBox
      form={form}
      submit={id === undefined ? words.createSubmit : words.updateSubmit}
      submitting={words.saving}
      failed={words.failed}
      onCancel={onCancel}
    >
      <Columns
        left={
          <Section title={words.basics}>
            <Basics form={form} isNew={id === undefined} />
          </Section>
        }
        right={
          (set?.writable ?? true) && (
            <Section title={words.strategies}>
              <StrategyFields form={form} strategies={strategies} stored={initial} />
            </Section>
          )
        }
      />
    </FormBox>
  );
}

function Basics({ form, isNew }: { readonly form: Form<SetValues>; readonly isNew: boolean }): ReactNode {
  const { values, set, field } = form;
  return (
    <Fields>
      <Field label={words.title} required {...field('title')}>
        <Input value={values.title} onChange={(title) => set({ title })} />
      </Field>
      <Field label={words.about} required {...field('description')}>
        <Input value={values.description} onChange={(description) => set({ description })} />
      </Field>
      {isNew && (
        <Field label={words.prefix} required help={words.prefixHelp} {...field('prefix')}>
          <Input mono value={values.prefix} onChange={(prefix) => set({ prefix })} />
        </Field>
      )}
      <IndexFields form={form} hasAnalyzer={isNew} />
    </Fields>
  );
}

const valuesOf = (set: IndexSet): SetValues => ({
  title: set.title,
  description: set.description ?? '',
  prefix: set.index_prefix,
  analyzer: set.index_analyzer,
  shards: set.shards,
  replicas: set.replicas,
  segments: set.index_optimization_max_num_segments,
  noOptimization: set.index_optimization_disabled,
  refreshSeconds: set.field_type_refresh_interval / 1000,
  rotation: { type: set.rotation_strategy_class, config: set.rotation_strategy },
  retention: { type: set.retention_strategy_class, config: set.retention_strategy },
});

const valuesOfDefaults = (defaults: Partial<IndexSetDefaults> & { readonly index_prefix?: string }): SetValues => ({
  title: '',
  description: '',
  prefix: defaults.index_prefix ?? '',
  analyzer: defaults.index_analyzer ?? 'standard',
  shards: defaults.shards,
  replicas: defaults.replicas,
  segments: defaults.index_optimization_max_num_segments ?? 1,
  noOptimization: defaults.index_optimization_disabled ?? false,
  refreshSeconds: refreshSecondsOf(defaults) ?? fallbackSeconds,
  rotation: { type: defaults.rotation_strategy_class ?? '', config: defaults.rotation_strategy_config ?? {} },
  retention: { type: defaults.retention_strategy_class ?? '', config: defaults.retention_strategy_config ?? {} },
});

const bodyOf = (values: SetValues, set: IndexSet | undefined) => ({
  ...set,
  title: values.title.trim(),
  description: values.description,
  index_prefix: values.prefix,
  index_analyzer: values.analyzer,
  shards: values.shards ?? 1,
  replicas: values.replicas ?? 0,
  index_optimization_max_num_segments: values.segments ?? 1,
  index_optimization_disabled: values.noOptimization,
  field_type_refresh_interval: Math.round((values.refreshSeconds ?? 0) * 1000),
  rotation_strategy_class: values.rotation.type,
  rotation_strategy: values.rotation.config,
  retention_strategy_class: values.retention.type,
  retention_strategy: values.retention.config,
  creation_date: set?.creation_date ?? new Date().toISOString(),
  writable: set?.writable ?? true,
});
