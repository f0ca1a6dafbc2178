/** Renders a dialog to copy a configuration or collector under another name. */
import type { ReactNode } from 'react';
import { useHostElement } from '../../element/host-context.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { pageTexts } from './page-texts.js';
import { texts } from './texts.js';

const words = pageTexts.configuration;

export interface CloneDialogProps {
  readonly name: string;
  readonly clone: (name: string) => Promise<unknown>;
  /** Type of the change that the event `log-changed` reports. */
  readonly type: string;
  readonly onClose: () => void;
}

export function CloneDialog({ name: from, clone, type, onClose }: CloneDialogProps): ReactNode {
  const host = useHostElement();
  const { toast } = useToasts();
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? words.cloneNameMissing : undefined }),
    save: ({ name }) => clone(name.trim()),
    onSaved: (_answer, { name }) => {
      toast('success', words.cloned(name.trim()), texts.success);
      host.emit('log-changed', { type, id: '' });
      onClose();
    },
    guarded: false,
  });
  return (
    <FormDialog
      form={form}
      title={words.cloneTitle(from)}
      submit={texts.clone}
      failed={words.cloneFailed}
      onClose={onClose}
    >
      <Field label={words.cloneName} required {...form.field('name')}>
        <Input value={form.values.name} onChange={(name) => form.set({ name })} />
      </Field>
    </FormDialog>
  );
}
