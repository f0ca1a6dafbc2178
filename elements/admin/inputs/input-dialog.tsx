/**
 * Renders a dialog that launches or edits an input: node, title, and the fields of its type (screens/data-intake.md F1,
 * I1).
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { declaredValues, missingFields, type ConfigFields } from '../../../api/contract/config-fields.js';
import type { InputSummary, InputTypeInfo } from '../../../api/contract/inputs.js';
import type { NodeSummary } from '../../../api/contract/system.js';
import { reasonOf } from '../../../api/failures.js';
import {
  inputTypesQuery,
  saveInputMutation,
  storedInputQuery,
  typeOf,
} from '../../../api/queries/input-administration.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Checkbox } from '../../kit/checkbox.js';
import {
  configuredProblems,
  configuredValues,
  TitledFields,
  type ConfiguredValues,
} from '../../kit/configured/configured-fields.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { nodeName } from '../../kit/node-name.js';
import { Select } from '../../kit/select.js';
import { tokens, type as texttype } from '../../kit/tokens.js';
import { InputPreview } from './input-preview.js';
import { texts } from './texts.js';
import { useFailedStart } from './use-failed-start.js';

const { form: words } = texts;

const useStyles = makeStyles({
  help: { paddingLeft: '24px', color: tokens.text.tertiary, ...texttype.caption },
});

interface InputValues extends ConfiguredValues {
  readonly global: boolean;
  /** Id of the selected node; empty while none is selected. */
  readonly node: string;
}

export interface InputDialogProps {
  readonly task:
    { readonly kind: 'create'; readonly type: string } | { readonly kind: 'edit'; readonly input: InputSummary };
  readonly nodes: readonly NodeSummary[] | undefined;
  readonly nodesError: unknown;
  readonly onClose: () => void;
}

/** Shows the dialog once the types and nodes are known; the inputs page has usually loaded them already. */
export function InputDialog(props: InputDialogProps): ReactNode {
  const { task, nodes, nodesError } = props;
  const { client } = useConnection();
  const types = useQuery(inputTypesQuery(client));
  const type = types.data && typeOf(types.data, task.kind === 'create' ? task.type : task.input.type);
  return type && (nodes ?? nodesError) ? <LoadedDialog {...props} type={type} /> : null;
}

function LoadedDialog(props: InputDialogProps & { readonly type: InputTypeInfo }): ReactNode {
  const { task, nodes = [], nodesError, type, onClose } = props;
  const styles = useStyles();
  const helpId = useId();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const saving = useMutation(saveInputMutation(client, queryClient));
  const tellFailed = useFailedStart();
  const fields = type.requested_configuration;
  const edited = task.kind === 'edit' ? task.input : undefined;
  const only = nodes.length === 1 ? (nodes[0]?.node_id ?? '') : '';
  const form = useForm<InputValues, { id: string }>({
    initial: edited ? valuesOf(edited, fields) : { ...configuredValues(fields), global: false, node: only },
    check: (values) => ({
      ...configuredProblems(fields, values, words.titleMissing),
      node: !values.global && values.node === '' ? words.nodeMissing : undefined,
    }),
    ...(edited && {
      stored: async () => valuesOf(await queryClient.fetchQuery(storedInputQuery(client, edited.id)), fields),
    }),
    save: ({ title, global, node, configuration }) =>
      saving.mutateAsync({
        id: edited?.id,
        input: {
          title: title.trim(),
          type: type.type,
          global,
          ...(!global && { node }),
          configuration: declaredValues(fields, configuration),
        },
      }),
    onSaved: ({ id }, { title }) => {
      emit('log-changed', { type: 'input', id });
      onClose();
      void tellFailed(id, title.trim()).then((failed) => {
        if (!failed) toast('success', (edited ? words.updated : words.launched)(title.trim()), texts.success);
      });
    },
  });
  const { values, set, field } = form;
  const previewed = usePermission('inputs:create') && type.preview !== undefined;
  return (
    <FormDialog
      form={form}
      title={edited ? words.edit(edited.title) : words.create(type.name)}
      submit={edited ? words.editSubmit : words.createSubmit}
      submitting={edited ? words.editSubmitting : words.createSubmitting}
      failed={edited ? words.editFailed : words.createFailed}
      onClose={onClose}
      size={previewed ? 'large' : 'medium'}
    >
      <div>
        <Checkbox
          label={words.global}
          aria-describedby={helpId}
          checked={values.global}
          onChange={(global) => set({ global, ...(global ? { node: '' } : { node: edited?.node ?? only }) })}
        />
        <div id={helpId} className={styles.help}>
          {words.globalHelp}
        </div>
      </div>
      {!values.global && (
        <Field
          label={words.node}
          required
          help={words.nodeHelp}
          error={nodesError && nodes.length === 0 ? words.nodesFailed(reasonOf(nodesError)) : field('node').error}
        >
          <Select
            options={nodes.map((node) => ({
              value: node.node_id,
              label: nodeName(node),
            }))}
            value={values.node === '' ? undefined : values.node}
            placeholder={words.node}
            onChange={(node) => set({ node })}
          />
        </Field>
      )}
      <TitledFields label={words.title} fields={fields} form={form} />
      {previewed && (
        <InputPreview
          type={type}
          values={values.configuration}
          whole={missingFields(fields, values.configuration).length === 0}
        />
      )}
    </FormDialog>
  );
}

const valuesOf = ({ title, global, node, attributes }: InputSummary, fields: ConfigFields): InputValues => ({
  ...configuredValues(fields, { title, configuration: attributes }),
  global,
  node: node ?? '',
});
