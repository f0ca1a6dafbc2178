/** The whole text of a pipeline, to read or to change by hand. */
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  parseErrorsOf,
  pipelineQuery,
  savePipelineMutation,
  type StoredPipeline,
} from '../../../api/queries/pipelines.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { CodeField, FormDialog, useForm } from '../../kit/form/index.js';
import { kitTexts } from '../../kit/texts.js';
import { texts } from './texts.js';

const { sourceForm: words } = texts;

export interface SourceDialogProps {
  readonly pipeline: StoredPipeline;
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}

export function SourceDialog({ mayEdit, ...props }: SourceDialogProps): ReactNode {
  if (mayEdit) return <SourceForm {...props} />;
  const { pipeline, onClose } = props;
  return (
    <Dialog
      open
      size="large"
      title={words.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{kitTexts.close}</Button>}
    >
      <CodeField label={words.label} value={pipeline.source} onChange={() => undefined} disabled />
    </Dialog>
  );
}

function SourceForm({ pipeline, onClose }: Omit<SourceDialogProps, 'mayEdit'>): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const [mistakes, setMistakes] = useState<readonly string[]>([]);
  const saving = useMutation(savePipelineMutation(client, queryClient));
  const { id } = pipeline;
  const form = useForm({
    initial: { source: pipeline.source },
    stored: async () => ({
      source: (await queryClient.fetchQuery({ ...pipelineQuery(client, id), staleTime: 0 })).source,
    }),
    save: async ({ source }) => {
      setMistakes([]);
      try {
        return await saving.mutateAsync({ id, source, description: pipeline.description ?? '' });
      } catch (error) {
        const found = parseErrorsOf(error);
        if (!found) throw error;
        const places = found.map((one) => words.place(one.line, one.position_in_line + 1, one.reason));
        setMistakes(places);
        throw new Error(words.failed, { cause: error });
      }
    },
    onSaved: () => {
      toast('success', texts.stages.saved, texts.success);
      emit('log-changed', { type: 'pipeline', id });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="large"
      title={words.title}
      submit={words.submit}
      failed={texts.form.failed}
      onClose={onClose}
    >
      <CodeField
        label={words.label}
        required
        value={form.values.source}
        onChange={(source) => form.set({ source })}
        help={words.help}
        {...form.field('source')}
      />
      {mistakes.length > 0 && <ErrorPanel title={words.failed} errors={mistakes} />}
    </FormDialog>
  );
}
