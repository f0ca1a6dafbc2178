/** Renders a dialog to select the streams that a pipeline processes. */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { connectPipelineMutation, type StoredPipeline } from '../../../api/queries/pipelines.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { MultiSelect } from '../../kit/multi-select.js';
import { texts } from './texts.js';

const { connections: words } = texts;

export interface ConnectionsDialogProps {
  readonly pipeline: StoredPipeline;
  /** Ids of the currently connected streams. */
  readonly connected: readonly string[];
  readonly onClose: () => void;
}

export function ConnectionsDialog({ pipeline, connected, onClose }: ConnectionsDialogProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const { data, error } = useQuery(streamsQuery(client));
  const connecting = useMutation(connectPipelineMutation(client, queryClient));
  const options = (data?.streams ?? [])
    .filter(({ id, is_editable: editable }) => editable || connected.includes(id))
    .map(({ id, title }) => ({ value: id, label: title }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const form = useForm({
    initial: { streams: [...connected] },
    save: ({ streams }) => connecting.mutateAsync({ pipeline_id: pipeline.id, stream_ids: streams }),
    onSaved: () => {
      toast('success', words.saved, texts.success);
      emit('log-changed', { type: 'pipeline', id: pipeline.id });
      onClose();
    },
  });
  const failed = error ? reasonOf(error) : undefined;
  return (
    <FormDialog form={form} title={words.dialog} submit={texts.page.save} failed={words.failed} onClose={onClose}>
      <Field label={words.streams} help={words.help} error={form.field('streams').error ?? failed}>
        <MultiSelect options={options} selected={form.values.streams} onChange={(streams) => form.set({ streams })} />
      </Field>
    </FormDialog>
  );
}
