/** Renders a dialog to change title and description of a pipeline; the title is also changed in its source. */
import type { ReactNode } from 'react';
import type { StoredPipeline } from '../../../api/queries/pipelines.js';
import { renamePipeline } from '../../../machines/pipelines/pipeline-edits.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { checkDetails, DetailsFields } from './details-fields.js';
import { texts } from './texts.js';
import { usePipelineChanges } from './use-pipeline-changes.js';

export interface DetailsDialogProps {
  readonly pipeline: StoredPipeline;
  readonly onClose: () => void;
}

export function DetailsDialog({ pipeline, onClose }: DetailsDialogProps): ReactNode {
  const change = usePipelineChanges(pipeline);
  const { toast } = useToasts();
  const form = useForm({
    initial: { title: pipeline.title ?? '', description: pipeline.description ?? '' },
    check: checkDetails,
    save: ({ title, description }) => change({ edit: (source) => renamePipeline(source, title.trim()), description }),
    onSaved: (_answer, { title }) => {
      toast('success', texts.form.saved(title.trim()), texts.success);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={texts.page.editDetails}
      submit={texts.page.save}
      failed={texts.form.failed}
      onClose={onClose}
    >
      <DetailsFields form={form} />
    </FormDialog>
  );
}
