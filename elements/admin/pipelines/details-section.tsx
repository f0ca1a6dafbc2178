/** Shows the title, description, creation and modification time and throughput of a pipeline. */
import type { ReactNode } from 'react';
import { pipelineMetric } from '../../../api/queries/pipeline-figures.js';
import type { StoredPipeline } from '../../../api/queries/pipelines.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { Timestamp } from '../../kit/timestamp.js';
import { Rate } from '../pipeline-parts/index.js';
import { texts } from './texts.js';

const { details: words } = texts;
const time = (instant: string | null): ReactNode => (instant === null ? undefined : <Timestamp instant={instant} />);

export function DetailsSection({ pipeline }: { readonly pipeline: StoredPipeline }): ReactNode {
  return (
    <Section title={words.title}>
      <Details
        rows={[
          [texts.form.title, pipeline.title],
          [words.description, pipeline.description || undefined],
          [words.created, time(pipeline.created_at)],
          [words.modified, time(pipeline.modified_at)],
          [words.throughput, <Rate key="rate" name={pipelineMetric.pipeline(pipeline.id)} />],
        ]}
      />
    </Section>
  );
}
