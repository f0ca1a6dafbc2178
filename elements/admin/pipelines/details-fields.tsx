/** Renders form fields for title and description of a pipeline, new or stored. */
import type { ReactNode } from 'react';
import { isRuleName } from '../../../machines/pipelines/pipeline-text.js';
import { Field } from '../../kit/field.js';
import { Fields, type FieldErrors, type Form } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { Textarea } from '../../kit/textarea.js';
import { texts } from './texts.js';

export interface PipelineDetails {
  readonly title: string;
  readonly description: string;
}

const { form: words } = texts;

export function checkDetails({ title }: PipelineDetails): FieldErrors<PipelineDetails> {
  if (title.trim() === '') return { title: words.titleMissing };
  return isRuleName(title) ? {} : { title: words.titleBad };
}

export function DetailsFields({ form }: { readonly form: Form<PipelineDetails> }): ReactNode {
  return (
    <Fields>
      <Field label={words.title} required help={words.titleHelp} {...form.field('title')}>
        <Input value={form.values.title} onChange={(title) => form.set({ title })} />
      </Field>
      <Field label={words.description} optional {...form.field('description')}>
        <Textarea value={form.values.description} onChange={(description) => form.set({ description })} />
      </Field>
    </Fields>
  );
}
