/** Makes an output, or changes one: its title, and what its type wants to know (screens/data-intake.md F1). */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  declaredValues,
  initialValues,
  missingFields,
  type ConfigFields,
  type ConfigurableType,
  type ConfigValues,
} from '../../../api/contract/config-fields.js';
import type { OutputSummary } from '../../../api/contract/outputs.js';
import { outputTypesQuery, saveOutputMutation, storedOutputQuery } from '../../../api/queries/outputs.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { ConfigurationFields } from '../../kit/configuration-fields.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { texts } from './texts.js';

const { form: words } = texts;

export type OutputTask =
  { readonly kind: 'create'; readonly type: string } | { readonly kind: 'edit'; readonly output: OutputSummary };

export interface OutputDialogProps {
  readonly task: OutputTask;
  /** Stream to which a new output is assigned. */
  readonly streamId: string | undefined;
  readonly onClose: () => void;
}

interface OutputValues {
  readonly title: string;
  readonly configuration: ConfigValues;
}

/** Waits for what it begins with; on its page that is there. */
export function OutputDialog(props: OutputDialogProps): ReactNode {
  const { task } = props;
  const { client } = useConnection();
  const types = useQuery(outputTypesQuery(client));
  const type = types.data?.[task.kind === 'create' ? task.type : task.output.type];
  return type ? <LoadedDialog {...props} type={type} /> : null;
}

function LoadedDialog(props: OutputDialogProps & { readonly type: ConfigurableType }): ReactNode {
  const { task, streamId, type, onClose } = props;
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const saving = useMutation(saveOutputMutation(client, queryClient));
  const fields = type.requested_configuration;
  const edited = task.kind === 'edit' ? task.output : undefined;
  const form = useForm<OutputValues, { id: string }>({
    initial: edited ? valuesOf(edited, fields) : { title: '', configuration: initialValues(fields) },
    check: ({ title, configuration }) => ({
      title: title.trim() === '' ? words.titleMissing : undefined,
      configuration: missingFields(fields, configuration)[0],
    }),
    ...(edited && {
      stored: async () => valuesOf(await queryClient.fetchQuery(storedOutputQuery(client, edited.id)), fields),
    }),
    save: ({ title, configuration }) =>
      saving.mutateAsync({
        id: edited?.id,
        title: title.trim(),
        type: type.type,
        configuration: declaredValues(fields, configuration),
        streamId,
      }),
    onSaved: ({ id }, { title }) => {
      emit('log-changed', { type: 'output', id });
      onClose();
      toast('success', (edited ? words.updated : words.created)(title.trim()), texts.success);
    },
  });
  const { values, set, field } = form;
  const refused = field('configuration').error;
  return (
    <FormDialog
      form={{ ...form, failure: form.failure ?? (form.tried && !missing(fields, values) ? refused : undefined) }}
      title={edited ? words.edit(edited.title) : words.create}
      submit={edited ? words.editSubmit : words.createSubmit}
      submitting={edited ? words.editSubmitting : words.createSubmitting}
      failed={edited ? words.updateFailed : words.saveFailed}
      onClose={onClose}
    >
      <p>{type.human_name}</p>
      <Field label={words.title} required {...field('title')}>
        <Input value={values.title} data-autofocus="" onChange={(title) => set({ title })} />
      </Field>
      <ConfigurationFields
        fields={fields}
        values={values.configuration}
        onChange={(configuration) => set({ configuration })}
        missing={form.tried ? missingFields(fields, values.configuration) : []}
      />
    </FormDialog>
  );
}

const missing = (fields: ConfigFields, { configuration }: OutputValues): boolean =>
  missingFields(fields, configuration).length > 0;

const valuesOf = ({ title, configuration }: OutputSummary, fields: ConfigFields): OutputValues => ({
  title,
  configuration: initialValues(fields, configuration),
});
