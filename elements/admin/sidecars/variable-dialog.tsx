/** Renders a dialog to create or edit a variable. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ConfigurationVariable } from '../../../api/contract/sidecars.schema.js';
import { saveVariableMutation } from '../../../api/queries/sidecar-configurations.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { Textarea } from '../../kit/textarea.js';
import { formTexts } from './form-texts.js';
import { texts } from './texts.js';

const words = formTexts.variable;

interface VariableDialogProps {
  /** The variable to edit; undefined for a new variable. */
  readonly variable: ConfigurationVariable | undefined;
  /**
   * Called after the variable was renamed, with a function that renames it in an unsaved template; the server renames
   * it in stored templates.
   */
  readonly onRenamed: (rename: (template: string) => string) => void;
  readonly onClose: () => void;
}

export function VariableDialog({ variable, onRenamed, onClose }: VariableDialogProps): ReactNode {
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const saving = useMutation(saveVariableMutation(client, queryClient));
  const form = useForm({
    initial: { name: variable?.name ?? '', description: variable?.description ?? '', content: variable?.content ?? '' },
    check: ({ name, content }) => ({
      name: name.trim() === '' ? words.nameMissing : undefined,
      content: content.trim() === '' ? words.contentMissing : undefined,
    }),
    async save({ name: entered, description, content }) {
      const name = entered.trim();
      const before = variable?.name ?? name;
      // The module is loaded first: if it cannot be loaded, neither the variable nor a template is changed.
      const names = before === name ? undefined : await import('../../../api/sidecar-template/names.js');
      const { id } = await saving.mutateAsync({ ...(variable && { id: variable.id }), name, description, content });
      return { id, rename: names && ((template: string) => names.renameVariable(template, before, name)) };
    },
    onSaved: ({ id, rename }, { name }) => {
      if (rename) onRenamed(rename);
      toast('success', words.saved(name.trim()), texts.success);
      host.emit('log-changed', { type: 'sidecar-variable', id });
      onClose();
    },
    guarded: false,
  });
  const { values, set } = form;
  return (
    <FormDialog
      form={form}
      title={variable ? words.editTitle(variable.name) : words.createTitle}
      submit={words.save}
      failed={words.failed}
      onClose={onClose}
    >
      <Field label={words.name} required help={words.nameHelp(values.name.trim())} {...form.field('name')}>
        <Input mono value={values.name} onChange={(name) => set({ name })} />
      </Field>
      <Field label={words.description} optional>
        <Input value={values.description} onChange={(description) => set({ description })} />
      </Field>
      <Field label={words.content} required help={words.contentHelp} {...form.field('content')}>
        <Textarea mono rows={8} value={values.content} onChange={(content) => set({ content })} />
      </Field>
    </FormDialog>
  );
}
