/** Renders a dialog to store the sample messages under a title for all users who edit rules. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MessageFields } from '../../../api/contract/searches.js';
import { saveSampleSetMutation } from '../../../api/queries/rule-workbench.js';
import { useConnection } from '../../element/connection-context.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { texts } from './texts.js';

export interface SaveSetDialogProps {
  readonly messages: readonly MessageFields[];
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

export function SaveSetDialog({ messages, onSaved, onClose }: SaveSetDialogProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const saving = useMutation(saveSampleSetMutation(client, queryClient));
  const form = useForm({
    initial: { title: '' },
    check: ({ title }) => ({ title: title.trim() === '' ? texts.setMissing : undefined }),
    save: ({ title }) => saving.mutateAsync({ title: title.trim(), messages: [...messages] }),
    onSaved: ({ id, title }) => {
      toast('success', texts.saved(title), texts.success);
      onSaved(id);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title={texts.saveTitle}
      submit={texts.saveSet}
      failed={texts.saveFailed}
      onClose={onClose}
    >
      <Field label={texts.setTitle} required {...form.field('title')}>
        <Input value={form.values.title} data-autofocus="" onChange={(title) => form.set({ title })} />
      </Field>
    </FormDialog>
  );
}
