/** Renders a page that creates a pipeline with one empty stage, then opens it (screens/administration.md E1). */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { savePipelineMutation } from '../../../api/queries/pipelines.js';
import { newPipelineSource } from '../../../machines/pipelines/pipeline-edits.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Section } from '../../kit/detail-page/index.js';
import { DeniedState } from '../../kit/empty-state.js';
import { useToasts } from '../../kit/feedback.js';
import { FormBox, useForm } from '../../kit/form/index.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { pipelineTabs, routes } from '../pipeline-parts/index.js';
import { checkDetails, DetailsFields } from './details-fields.js';
import { texts } from './texts.js';

const { form: words } = texts;

const useStyles = makeStyles({ form: { maxWidth: '800px' } });

export function NewPipelinePage(): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const { toast } = useToasts();
  const navigate = useNavigate();
  const saving = useMutation(savePipelineMutation(client, queryClient));
  const form = useForm({
    initial: { title: '', description: '' },
    check: checkDetails,
    save: ({ title, description }) =>
      saving.mutateAsync({ id: undefined, description, source: newPipelineSource(title.trim()) }),
    onSaved: ({ id, title }) => {
      toast('success', words.saved(title ?? ''), texts.success);
      emit('log-changed', { type: 'pipeline', id });
      navigate(id === null ? routes.pipelines : routes.pipeline(id));
    },
  });
  return (
    <PageLayout>
      <PageTabs tabs={pipelineTabs('pipelines')} />
      <PageHeader title={words.newPage} description={words.newDescription} />
      {readonly ? (
        <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>
      ) : (
        <div className={styles.form}>
          <Section title={texts.details.title}>
            <FormBox
              form={form}
              submit={words.create}
              submitting={words.creating}
              failed={words.failed}
              onCancel={() => navigate(routes.pipelines)}
            >
              <DetailsFields form={form} />
            </FormBox>
          </Section>
        </div>
      )}
    </PageLayout>
  );
}
