/** Renders a dialog that adds a static field to an input (screens/data-intake.md I1c). */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InputSummary } from '../../../api/contract/inputs.js';
import { addStaticFieldMutation } from '../../../api/queries/input-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { texts } from './texts.js';

const { fields: words } = texts;

export interface StaticFieldDialogProps {
  readonly input: InputSummary;
  readonly onClose: () => void;
}

function keyProblem(key: string): string | undefined {
  if (key === '') return words.keyMissing;
  return /^\w*$/.test(key) ? undefined : words.keyInvalid;
}

export function StaticFieldDialog({ input: { id, title }, onClose }: StaticFieldDialogProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const adding = useMutation(addStaticFieldMutation(client, queryClient));
  const form = useForm({
    initial: { key: '', value: '' },
    check: ({ key, value }) => ({
      key: keyProblem(key),
      value: value.trim() === '' ? words.valueMissing : undefined,
    }),
    save: (values) => adding.mutateAsync({ id, ...values }),
    onSaved: (_, { key }) => {
      toast('success', words.added(key, title), texts.success);
      emit('log-changed', { type: 'input', id });
      onClose();
    },
  });
  const { values, set, field } = form;
  return (
    <FormDialog
      form={form}
      size="small"
      title={words.dialog}
      submit={words.submit}
      failed={words.failed}
      onClose={onClose}
    >
      <p>{words.help}</p>
      <Field label={words.key} required {...field('key')}>
        <Input mono value={values.key} data-autofocus="" onChange={(key) => set({ key })} />
      </Field>
      <Field label={words.value} required {...field('value')}>
        <Input value={values.value} onChange={(value) => set({ value })} />
      </Field>
    </FormDialog>
  );
}
