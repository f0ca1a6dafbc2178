/**
 * Renders a dialog that creates or edits an output: its title, and the fields of its type (screens/data-intake.md F1).
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { declaredValues, missingFields, type ConfigurableType } from '../../../api/contract/config-fields.js';
import type { OutputSummary } from '../../../api/contract/outputs.js';
import { outputTypesQuery, saveOutputMutation, storedOutputQuery } from '../../../api/queries/outputs.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import {
  configuredProblems,
  configuredValues,
  TitledFields,
  type ConfiguredValues,
} from '../../kit/configured/configured-fields.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { texts } from './texts.js';

const { form: words } = texts;

export type OutputTask =
  { readonly kind: 'create'; readonly type: string } | { readonly kind: 'edit'; readonly output: OutputSummary };

export interface OutputDialogProps {
  readonly task: OutputTask;
  /** Id of the stream to which a new output is assigned; undefined to assign it to none. */
  readonly streamId: string | undefined;
  readonly onClose: () => void;
}

/** Shows the dialog once the types of outputs are known; the outputs page has usually loaded them already. */
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
  const form = useForm<ConfiguredValues, { id: string }>({
    initial: configuredValues(fields, edited),
    check: (values) => configuredProblems(fields, values, words.titleMissing),
    ...(edited && {
      stored: async () => configuredValues(fields, await queryClient.fetchQuery(storedOutputQuery(client, edited.id))),
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
  const isWhole = missingFields(fields, form.values.configuration).length === 0;
  const refused = form.tried && isWhole ? form.field('configuration').error : undefined;
  return (
    <FormDialog
      form={{ ...form, failure: form.failure ?? refused }}
      title={edited ? words.edit(edited.title) : words.create}
      submit={edited ? words.editSubmit : words.createSubmit}
      submitting={edited ? words.editSubmitting : words.createSubmitting}
      failed={edited ? words.updateFailed : words.saveFailed}
      onClose={onClose}
    >
      <p>{type.human_name}</p>
      <TitledFields label={words.title} fields={fields} form={form} />
    </FormDialog>
  );
}
