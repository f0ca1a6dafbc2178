/** Renders a dialog with the source of a pipeline, to read or edit. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import {
  parseErrorsOf,
  pipelineQuery,
  rulesQuery,
  savePipelineMutation,
  type StoredPipeline,
} from '../../../api/queries/pipelines.js';
import { applied } from '../../../machines/pipelines/finding.js';
import { pipelineFindings } from '../../../machines/pipelines/pipeline-findings.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { kitTexts } from '../../kit/texts.js';
import { FindingList, noFacts, SourceField, type SourceFieldHandle } from '../rule-editor/index.js';
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
      <SourceField
        label={words.label}
        kind="pipeline"
        value={pipeline.source}
        onChange={() => undefined}
        disabled
        findings={pipelineFindings(pipeline.source, undefined)}
      />
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
  /** The stored pipeline as it was read last; its description is kept when the source is saved. */
  const latest = useRef<{ readonly description: string | null }>(pipeline);
  const form = useForm({
    initial: { source: pipeline.source },
    stored: async () => {
      const { description, source } = await queryClient.fetchQuery({ ...pipelineQuery(client, id), staleTime: 0 });
      latest.current = { description };
      return { source };
    },
    save: async ({ source }) => {
      setMistakes([]);
      try {
        return await saving.mutateAsync({ id, source, description: latest.current.description ?? '' });
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
  const { source } = form.values;
  const editor = useRef<SourceFieldHandle>(null);
  const rules = useRuleTitles();
  const findings = useMemo(() => pipelineFindings(source, rules), [source, rules]);
  const facts = useMemo(() => ({ ...noFacts, rules }), [rules]);
  return (
    <FormDialog
      form={form}
      size="large"
      title={words.title}
      submit={words.submit}
      failed={texts.form.failed}
      onClose={onClose}
    >
      <Field label={words.label} required help={words.help} {...form.field('source')}>
        <SourceField
          ref={editor}
          label={words.label}
          kind="pipeline"
          value={source}
          onChange={(text) => form.set({ source: text })}
          onSubmit={form.submit}
          facts={facts}
          findings={findings}
        />
      </Field>
      <FindingList
        source={source}
        findings={findings}
        onFix={(fix) => form.set({ source: applied(source, fix) })}
        onShow={(at) => editor.current?.goTo(at)}
      />
      {mistakes.length > 0 && <ErrorPanel title={words.failed} errors={mistakes} />}
    </FormDialog>
  );
}

/** Returns the titles of all rules; undefined while loading, and when rules may exist that the user may not read. */
function useRuleTitles(): readonly string[] | undefined {
  const { client } = useConnection();
  const mayReadAll = usePermission('pipeline_rule:read');
  const { data } = useQuery({ ...rulesQuery(client), enabled: mayReadAll });
  return useMemo(() => (mayReadAll ? data?.flatMap(({ title }) => title ?? []) : undefined), [data, mayReadAll]);
}
