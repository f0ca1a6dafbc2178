/** Renders the form of a cache or data adapter: title, description and name, then the fields of its type. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DataAdapter, LookupCache } from '../../../api/contract/lookup.js';
import type { DataAdapterBody, LookupCacheBody } from '../../../api/contract/lookup.schema.js';
import {
  dataAdapterQuery,
  lookupCacheQuery,
  saveDataAdapterMutation,
  saveLookupCacheMutation,
  validateAdapter,
  validateCache,
} from '../../../api/queries/lookup.js';
import {
  configProblems,
  defaultConfig,
  nameOfTitle,
  type LookupField,
  type LookupTypeDescription,
} from '../../../api/lookup/fields.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { Fields, FormBox, useForm, type Form } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { ConfigControl, ConfigFields } from './config-fields.js';
import { FormLayout } from './form-layout.js';
import { texts } from './texts.js';
import { useServerCheck } from './use-server-check.js';

const words = texts.form;

/** Values of the form by their names in the API; the values of the configuration are not nested. */
type Values = Readonly<Record<string, unknown>>;
interface Entity {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

const about = ['title', 'description', 'name'] as const;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function valuesOf(entity: Entity | undefined, description: LookupTypeDescription): Values {
  const { title = '', description: text = '', name = '' } = entity ?? {};
  return { title, description: text, name, ...defaultConfig(description), ...entity?.config };
}

/** Returns the configuration according to the values of the form. */
function configOf(values: Values, description: LookupTypeDescription): Record<string, unknown> {
  const known = Object.keys(defaultConfig(description));
  return Object.fromEntries(known.map((name) => [name, values[name]]));
}

const faultsOf = (values: Values, description: LookupTypeDescription): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(configProblems(description, configOf(values, description))).map(([name, [text = '']]) => [
      name,
      text,
    ]),
  ),
  ...(textOf(values['title']).trim() === '' && { title: texts.required }),
  ...(textOf(values['name']).trim() === '' && { name: texts.required }),
});

function useConfigured<E extends Entity>(plan: {
  readonly kind: string;
  readonly entity: E | undefined;
  readonly initial: Values;
  readonly description: LookupTypeDescription;
  readonly stored: (id: string) => Promise<Values>;
  readonly save: (values: Values) => Promise<E>;
  readonly onSaved: (entity: E) => void;
}): Form<Values> {
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const { kind, entity, initial, description, stored, save, onSaved } = plan;
  return useForm<Values, E>({
    initial,
    check: (values) => faultsOf(values, description),
    ...(entity && { stored: () => stored(entity.id) }),
    save,
    onSaved: (saved) => {
      toast('success', words.success(saved.title), texts.success);
      emit('log-changed', { type: kind, id: saved.id });
      onSaved(saved);
    },
  });
}

interface NamedFieldsProps {
  readonly form: Form<Values>;
  readonly errorOf: (name: string) => string | undefined;
  /** True for a new entity, whose name is derived from the title until the user edits the name. */
  readonly isNew: boolean;
}

function NamedFields({ form, errorOf, isNew }: NamedFieldsProps): ReactNode {
  const { values, set } = form;
  const [title, description, name] = about.map((key) => textOf(values[key]));
  const follows = isNew && name === nameOfTitle(title ?? '');
  const change = (next: string): void => set({ title: next, ...(follows && { name: nameOfTitle(next) }) });
  return (
    <>
      <Field label={words.title} help={words.titleHelp} required error={errorOf('title')}>
        <Input value={title ?? ''} onChange={change} />
      </Field>
      <Field label={words.description} optional error={errorOf('description')}>
        <Input value={description ?? ''} onChange={(text) => set({ description: text })} />
      </Field>
      <Field label={words.name} help={words.nameHelp} required error={errorOf('name')}>
        <Input mono value={name ?? ''} onChange={(text) => set({ name: text })} />
      </Field>
    </>
  );
}

/**
 * Returns a function that returns the error of a field. An error of the form comes first. Otherwise, if the field is
 * filled in, the error is that of the server's validation.
 */
const errorsOf =
  (form: Form<Values>, live: (name: string) => string | undefined) =>
  (name: string): string | undefined => {
    const own = form.field(name).error;
    const value = form.values[name];
    return own ?? (value === '' || value === undefined ? undefined : live(name));
  };

const errorTtl: LookupField = {
  kind: 'duration',
  label: texts.adapter.errorTtl,
  help: texts.adapter.errorTtlHelp,
  initial: 5,
  off: null,
  unit: 'custom_error_ttl_unit',
  initialUnit: 'SECONDS',
  enabled: 'custom_error_ttl_enabled',
};
const ttlNames = ['custom_error_ttl_enabled', 'custom_error_ttl', 'custom_error_ttl_unit'] as const;

const adapterValues = (adapter: DataAdapter | undefined, description: LookupTypeDescription): Values => ({
  ...valuesOf(adapter, description),
  custom_error_ttl_enabled: adapter?.custom_error_ttl_enabled ?? false,
  custom_error_ttl: adapter?.custom_error_ttl ?? null,
  custom_error_ttl_unit: adapter?.custom_error_ttl_unit ?? null,
});

function namedBody(values: Values, id: string | undefined) {
  const [title, description, name] = about.map((key) => textOf(values[key]));
  return {
    ...(id !== undefined && { id }),
    title: title?.trim() ?? '',
    description: description ?? '',
    name: name?.trim() ?? '',
  };
}
const adapterBody = (values: Values, description: LookupTypeDescription, id?: string): DataAdapterBody => ({
  ...namedBody(values, id),
  ...Object.fromEntries(ttlNames.map((name) => [name, values[name]])),
  config: configOf(values, description),
});
const cacheBody = (values: Values, description: LookupTypeDescription, id?: string): LookupCacheBody => ({
  ...namedBody(values, id),
  config: configOf(values, description),
});

export interface ConfiguredFormProps<E> {
  readonly description: LookupTypeDescription;
  /** The entity to edit; undefined for a new entity. */
  readonly entity: E | undefined;
  readonly onSaved: (entity: E) => void;
  readonly onCancel: () => void;
  /** Names of the columns of the data adapter's stored table. */
  readonly columns?: readonly string[];
}

export function AdapterForm(props: ConfiguredFormProps<DataAdapter>): ReactNode {
  const { description, entity, onSaved, onCancel, columns } = props;
  const { client, queryClient } = useConnection();
  const saving = useMutation(saveDataAdapterMutation(client, queryClient));
  const form = useConfigured<DataAdapter>({
    kind: 'lookup-adapter',
    entity,
    initial: adapterValues(entity, description),
    description,
    stored: async (id) => adapterValues(await queryClient.fetchQuery(dataAdapterQuery(client, id)), description),
    save: (values) => saving.mutateAsync({ id: entity?.id, body: adapterBody(values, description) }),
    onSaved,
  });
  const typed = form.dirty ? adapterBody(form.values, description, entity?.id) : undefined;
  const live = useServerCheck('adapter', typed, (body, signal) => validateAdapter(client, body, signal));
  const errorOf = errorsOf(form, live);
  const step = entity ? texts.adapter.updating : texts.adapter.adding;
  return (
    <FormLayout title={texts.adapter.about(description.label)} about={description.about}>
      <FormBox form={form} submit={step.submit} failed={step.failed} onCancel={onCancel}>
        <Fields>
          {description.deprecated !== undefined && <Alert kind="warning">{description.deprecated}</Alert>}
          <NamedFields form={form} errorOf={errorOf} isNew={!entity} />
          <ConfigControl
            name="custom_error_ttl"
            field={errorTtl}
            config={form.values}
            onChange={(part) => form.set(part)}
            error={errorOf('custom_error_ttl')}
          />
          <ConfigFields
            description={description}
            config={form.values}
            onChange={(part) => form.set(part)}
            errorOf={errorOf}
            {...(columns && { columns })}
          />
        </Fields>
      </FormBox>
    </FormLayout>
  );
}

export function CacheForm({ description, entity, onSaved, onCancel }: ConfiguredFormProps<LookupCache>): ReactNode {
  const { client, queryClient } = useConnection();
  const saving = useMutation(saveLookupCacheMutation(client, queryClient));
  const form = useConfigured<LookupCache>({
    kind: 'lookup-cache',
    entity,
    initial: valuesOf(entity, description),
    description,
    stored: async (id) => valuesOf(await queryClient.fetchQuery(lookupCacheQuery(client, id)), description),
    save: (values) => saving.mutateAsync({ id: entity?.id, body: cacheBody(values, description) }),
    onSaved,
  });
  const typed = form.dirty ? cacheBody(form.values, description, entity?.id) : undefined;
  const live = useServerCheck('cache', typed, (body, signal) => validateCache(client, body, signal));
  const errorOf = errorsOf(form, live);
  const step = entity ? texts.cache.updating : texts.cache.adding;
  return (
    <FormLayout title={description.label} about={description.about}>
      <FormBox form={form} submit={step.submit} failed={step.failed} onCancel={onCancel}>
        <Fields>
          <NamedFields form={form} errorOf={errorOf} isNew={!entity} />
          <ConfigFields
            description={description}
            config={form.values}
            onChange={(part) => form.set(part)}
            errorOf={errorOf}
          />
        </Fields>
      </FormBox>
    </FormLayout>
  );
}
