/** Renders a dialog to move several streams to another index set (screens/data-intake.md S1, bulk actions). */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { indexSetsQuery } from '../../../api/queries/index-sets.js';
import { assignIndexSetMutation } from '../../../api/queries/stream-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { SearchSelect } from '../../kit/search-select.js';
import { texts } from './texts.js';

const { assigning: words } = texts;

export interface AssignDialogProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function AssignDialog({ ids, onClose, onDone }: AssignDialogProps): ReactNode {
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const { data: sets = [], isPending, error } = useQuery(indexSetsQuery(client));
  const assigning = useMutation(assignIndexSetMutation(client, queryClient));
  const form = useForm({
    initial: { indexSetId: '' },
    guarded: false,
    check: ({ indexSetId }) => ({ indexSetId: indexSetId === '' ? words.missing : undefined }),
    save: ({ indexSetId }) => assigning.mutateAsync({ ids, indexSetId }),
    onSaved: () => {
      toast('success', texts.bulk.done(ids.length, 'assigned'), texts.success);
      for (const id of ids) host.emit('log-changed', { type: 'stream', id });
      onDone();
      onClose();
    },
  });
  const options = sets
    .filter(({ writable, can_be_default: usable }) => writable && usable)
    .map(({ id, title }) => ({ value: id, label: title }));
  return (
    <FormDialog
      form={form}
      size="small"
      title={words.title(ids.length)}
      submit={words.submit}
      failed={words.failed}
      onClose={onClose}
    >
      <Field
        label={words.label}
        required
        help={words.help}
        error={error ? words.loadingFailed(reasonOf(error)) : form.field('indexSetId').error}
      >
        <SearchSelect
          data-autofocus=""
          options={options}
          loading={isPending}
          placeholder={words.placeholder}
          value={form.values.indexSetId === '' ? undefined : form.values.indexSetId}
          onChange={(id) => form.set({ indexSetId: id ?? '' })}
        />
      </Field>
    </FormDialog>
  );
}
